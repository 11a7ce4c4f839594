import type { JSX } from 'preact';
import type { KeyUsage, Usage } from '../contract.ts';
import { count, counted, dateTime } from '../format.ts';
import { Meter, Page, Pending, Section, useLoaded } from '../page.tsx';
import { UsageChart } from './usage-chart.tsx';

function KeyToday({ record }: { record: KeyUsage }): JSX.Element {
  const used = record.used_today + record.carried_today;
  return (
    <li class="today">
      <h3>
        {record.name} <code>…{record.last4}</code>
        {record.state !== 'active' && <span class="tag">{record.state}</span>}
      </h3>
      <p class="today-figure">
        <b>{count(used)}</b> <span>of {counted(record.daily_limit, 'request')}</span>
      </p>
      <Meter used={used} limit={record.daily_limit} />
      <p class="today-note">
        <span>
          {count(record.remaining)} left
          {record.carried_today > 0 && `; ${count(record.carried_today)} used by keys before this one`}
        </span>
        <span class={record.exhausted_at === null ? '' : 'strong'}>{record.forecast}</span>
      </p>
    </li>
  );
}

export default function UsagePage(): JSX.Element {
  const loaded = useLoaded<Usage>('/usage');
  const { data } = loaded;
  const today = data?.keys.filter((key) => key.state === 'active' || key.used_today > 0) ?? [];
  const names = new Map(data?.keys.map((key) => [key.id, `${key.name} (…${key.last4})`]));
  return (
    <Page
      title="Usage"
      lead="Requests of your keys. Allowances start anew at 00:00 UTC."
      action={
        <button type="button" class="button" onClick={() => void loaded.reload()}>
          Refresh
        </button>
      }
    >
      {data === null ? (
        <Pending loaded={loaded} rows={4} />
      ) : (
        <>
          <Section
            title="Today"
            text={
              <>
                As of <time dateTime={data.as_of}>{dateTime(data.as_of)}</time>.
              </>
            }
          >
            {today.length === 0 ? (
              <p class="quiet">
                No active key. <a href="/account/keys">Create one</a>, and its requests show here.
              </p>
            ) : (
              <ul class="todays">
                {today.map((record) => (
                  <KeyToday key={record.id} record={record} />
                ))}
              </ul>
            )}
          </Section>
          <Section title="The last 30 days" text="Days are UTC, as the allowances are.">
            <UsageChart days={data.days} names={names} />
          </Section>
        </>
      )}
    </Page>
  );
}
