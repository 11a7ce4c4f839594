import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { AuditEvent, AuditPage } from '../contract.ts';
import { date, time } from '../format.ts';
import { Failure, useAction } from '../forms.tsx';
import { Page, Pending, useLoaded } from '../page.tsx';
import { request } from '../session.ts';

/** Events by the day they happened on, in the reader's own zone. */
function byDay(events: readonly AuditEvent[]): [string, AuditEvent[]][] {
  const days = new Map<string, AuditEvent[]>();
  for (const event of events) {
    const day = date(event.at);
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  return [...days];
}

const ALARMING = new Set(['sign_in_failed', 'step_up_failed', 'recovery_code_used', 'password_reset']);

function Event({ event }: { event: AuditEvent }): JSX.Element {
  const from = [event.device, event.address].filter(Boolean).join(' · ');
  return (
    <li class={ALARMING.has(event.kind) ? 'event alarming' : 'event'}>
      <time dateTime={event.at}>{time(event.at)}</time>
      <div>
        <p>{event.summary}</p>
        {from && <p class="from">{from}</p>}
      </div>
    </li>
  );
}

export default function ActivityPage(): JSX.Element {
  const loaded = useLoaded<AuditPage>('/audit?limit=50');
  const [earlier, setEarlier] = useState<AuditPage | null>(null);
  const { data } = loaded;
  const next = (earlier ?? data)?.next_before ?? null;
  const more = useAction(async () => {
    const page = await request<AuditPage>('GET', `/audit?limit=50&before=${next}`);
    setEarlier({ events: [...(earlier?.events ?? []), ...page.events], next_before: page.next_before });
  });
  const events = [...(data?.events ?? []), ...(earlier?.events ?? [])];
  return (
    <Page
      title="Activity"
      lead="What was done with your account, by whom, from where. Nothing in this log can be changed or removed."
    >
      {data === null ? (
        <Pending loaded={loaded} rows={6} />
      ) : (
        <>
          {byDay(events).map(([day, list]) => (
            <section key={day} class="log-day">
              <h2>{day}</h2>
              <ol>
                {list.map((event) => (
                  <Event key={event.id} event={event} />
                ))}
              </ol>
            </section>
          ))}
          {events.length === 0 && <p class="quiet">Nothing has happened yet.</p>}
          <Failure error={more.error} />
          {next !== null && (
            <button type="button" class="button" aria-disabled={more.busy} onClick={more.run}>
              Show earlier
            </button>
          )}
        </>
      )}
    </Page>
  );
}
