import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Alert, Inbox, Unread } from '../contract.ts';
import { byDay, signedMoney, time, toneOf } from '../format.ts';
import { Failure, useAction } from '../forms.tsx';
import { lateDialogs } from '../late-dialog.tsx';
import { Page, Pending, Sentence, ShowEarlier, useNewestFirst } from '../page.tsx';
import { request } from '../session.ts';
import { acceptUnread, useUnread } from '../unread.tsx';

const FeedDialog = lateDialogs(() => import('./alert-dialogs.ts'))((dialogs) => dialogs.FeedDialog);

function AlertRow({ alert }: { alert: Alert }): JSX.Element {
  const { setNumber: number, summary, stake, rules } = alert;
  return (
    <li class={alert.readAt === null ? 'event unread' : 'event'}>
      <time dateTime={alert.at}>{time(alert.at)}</time>
      <div>
        <div>
          <p>
            {alert.readAt === null && <span class="visually-hidden">Unread: </span>}
            <Sentence text={summary} sets={[number]} />
          </p>
          {stake !== null && (
            <p>
              {stake.sentence}
              {stake.gainCents === null ? (
                '.'
              ) : (
                <>
                  {': '}
                  <b class={toneOf(stake.gainCents)}>{signedMoney(stake.gainCents)}</b>.
                </>
              )}
            </p>
          )}
        </div>
        {rules.length > 0 && (
          <p class="quiet">
            {rules.length === 1 ? 'Rule: ' : 'Rules: '}
            <Sentence text={rules.join(', ')} sets={[number]} />
          </p>
        )}
      </div>
    </li>
  );
}

function NoAlerts(): JSX.Element {
  return (
    <div class="empty">
      <div>
        <h2>Nothing has happened yet</h2>
        <p>
          A rule says what to alert you about: a price that falls, a set that is back in stock or about to retire. Its
          alerts are listed here, and sent by mail or to your own program if you want.
        </p>
        <a class="button primary" href="/account/alerts/rules">
          Create a rule
        </a>
      </div>
    </div>
  );
}

export default function InboxPage(): JSX.Element {
  const list = useNewestFirst<Inbox, Alert>('/alerts?limit=50', ({ alerts }) => alerts);
  const { unread } = useUnread();
  const [isFeedOpen, setFeedOpen] = useState(false);
  const { data } = list.loaded;
  const newest = data?.alerts[0];
  // The count is polled every half minute: a change means that the list changed.
  useEffect(() => {
    if (data !== null && list.isWhole) void list.reload();
  }, [unread]);
  const markRead = useAction(async () => {
    acceptUnread(await request<Unread>('POST', '/alerts/read', { through: newest!.id }));
    await list.reload();
  });
  return (
    <Page
      title="Alerts"
      lead="What your rules have found, newest first. The list refreshes itself."
      action={
        <div class="buttons">
          <button type="button" class="button" onClick={() => setFeedOpen(true)}>
            RSS feed
          </button>
          {/* There from the beginning, so that nothing moves when the alerts arrive. */}
          <button
            type="button"
            class="button"
            aria-disabled={markRead.busy || newest === undefined || unread === 0}
            onClick={() => newest !== undefined && unread > 0 && markRead.run()}
          >
            Mark all as read
          </button>
        </div>
      }
    >
      {isFeedOpen && <FeedDialog onClose={() => setFeedOpen(false)} />}
      <Failure error={markRead.error} />
      {data === null ? (
        <Pending loaded={list.loaded} rows={6} />
      ) : list.items.length === 0 ? (
        <NoAlerts />
      ) : (
        <>
          {byDay(list.items).map(([day, alerts]) => (
            <section key={day} class="log-day">
              <h2>{day}</h2>
              <ol>
                {alerts.map((alert) => (
                  <AlertRow key={alert.id} alert={alert} />
                ))}
              </ol>
            </section>
          ))}
          <ShowEarlier list={list} />
        </>
      )}
    </Page>
  );
}
