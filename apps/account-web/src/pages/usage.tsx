import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { KeyUsage, RouteUse, Usage } from '../contract.ts';
import { count, counted, dateTime } from '../format.ts';
import { SelectField } from '../forms.tsx';
import { Meter, Page, Pending, Section, useLoaded } from '../page.tsx';
import { NoApi } from './no-api.tsx';
import { UsageChart } from './usage-chart.tsx';
import { Table } from '../table.tsx';

function KeyToday({ record }: { record: KeyUsage }): JSX.Element {
  const used = record.usedToday + record.carriedToday;
  return (
    <li class="today">
      <h3>
        {record.name} <code>…{record.last4}</code>
        {record.state !== 'active' && <span class="tag">{record.state}</span>}
      </h3>
      <p class="today-figure">
        <b>{count(used)}</b> <span>of {counted(record.dailyLimit, 'request')}</span>
      </p>
      <Meter used={used} limit={record.dailyLimit} />
      <p class="today-note">
        <span>
          {count(record.remaining)} left
          {record.carriedToday > 0 && `; ${count(record.carriedToday)} used by keys before this one`}
        </span>
        <span class={record.exhaustedAt === null ? '' : 'strong'}>{record.forecast}</span>
      </p>
    </li>
  );
}

interface RoutesProps {
  readonly routes: readonly RouteUse[];
  /** What each key is called. */
  readonly names: ReadonlyMap<number, string>;
}

type Counts = RouteUse['today'];
const NOTHING: Counts = { requests: 0, charged: 0, refused: 0 };
const plus = (a: Counts, b: Counts): Counts => ({
  requests: a.requests + b.requests,
  charged: a.charged + b.charged,
  refused: a.refused + b.refused,
});

/** What was asked of each route, by all keys or by one. */
function Routes({ routes, names }: RoutesProps): JSX.Element {
  const [keyId, setKeyId] = useState('');
  const used = [...new Set(routes.map((one) => one.keyId))];
  const shown = new Map<string, RouteUse>();
  for (const one of routes)
    if (keyId === '' || one.keyId === Number(keyId)) {
      const { today = NOTHING, period = NOTHING } = shown.get(one.route) ?? {};
      shown.set(one.route, { ...one, today: plus(today, one.today), period: plus(period, one.period) });
    }
  if (routes.length === 0)
    return <p class="quiet">No request was counted yet. Counts appear half a minute after a request.</p>;
  return (
    <>
      {used.length > 1 && (
        <div class="import-options">
          <SelectField
            label="Key"
            name="key"
            value={keyId}
            options={[['', 'All keys'], ...used.map((id) => [String(id), names.get(id) ?? 'a past key'] as const)]}
            onChange={setKeyId}
          />
        </div>
      )}
      <Table
        label="Requests by route"
        class="route-table"
        heads={[
          'Route',
          'Requests today',
          'Of the quota',
          'Refused (429)',
          'Requests in 30 days',
          'Refused in 30 days',
        ]}
        numbers={['Requests today', 'Of the quota', 'Refused (429)', 'Requests in 30 days', 'Refused in 30 days']}
      >
        {[...shown.values()].map((one) => (
          <tr key={one.route}>
            <th scope="row">
              <code>{one.route}</code>
            </th>
            <td class="number">{count(one.today.requests)}</td>
            <td class="number">{count(one.today.charged)}</td>
            <td class="number">{count(one.today.refused)}</td>
            <td class="number">{count(one.period.requests)}</td>
            <td class="number">{count(one.period.refused)}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}

export default function UsagePage(): JSX.Element {
  const loaded = useLoaded<Usage>('/usage');
  const { data } = loaded;
  const today = data?.keys.filter((key) => key.state === 'active' || key.usedToday > 0) ?? [];
  const names = new Map(data?.keys.map((key) => [key.id, `${key.name} (…${key.last4})`]));
  return (
    <Page
      title="Usage"
      lead="Requests made with your keys. Quotas reset at 00:00 UTC."
      action={
        <button type="button" class="button" onClick={() => void loaded.reload()}>
          Refresh
        </button>
      }
    >
      <NoApi />
      {data === null ? (
        <Pending loaded={loaded} rows={4} />
      ) : (
        <>
          <Section
            title="Today"
            text={
              <>
                As of <time dateTime={data.asOf}>{dateTime(data.asOf)}</time>.
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
          <Section
            title="By route"
            text="A request for several sets costs one per set. An internal error costs nothing."
          >
            <Routes routes={data.routes} names={names} />
          </Section>
          <Section title="The last 30 days" text="Days are UTC, as the quotas are.">
            <UsageChart days={data.days} names={names} />
          </Section>
        </>
      )}
    </Page>
  );
}
