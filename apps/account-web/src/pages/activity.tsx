import type { JSX } from 'preact';
import type { AuditEvent, AuditPage } from '../contract.ts';
import { byDay, time } from '../format.ts';
import { Page, Pending, ShowEarlier, useNewestFirst } from '../page.tsx';

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
  const list = useNewestFirst<AuditPage, AuditEvent>('/audit?limit=50', ({ events }) => events);
  return (
    <Page
      title="Activity"
      lead="What was done with your account, by whom, from where. Nothing in this log can be changed or removed."
    >
      {list.loaded.data === null ? (
        <Pending loaded={list.loaded} rows={6} />
      ) : (
        <>
          {byDay(list.items).map(([day, events]) => (
            <section key={day} class="log-day">
              <h2>{day}</h2>
              <ol>
                {events.map((event) => (
                  <Event key={event.id} event={event} />
                ))}
              </ol>
            </section>
          ))}
          {list.items.length === 0 && <p class="quiet">Nothing has happened yet.</p>}
          <ShowEarlier list={list} />
        </>
      )}
    </Page>
  );
}
