import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import type { Attempt, Delivery, DeliveryPage, Replayed } from '../contract.ts';
import { counted, dateTime, time } from '../format.ts';
import { Failure, Success, useAction } from '../forms.tsx';
import { Ago, Page, Pending, Sentence, ShowEarlier, useNewestFirst } from '../page.tsx';
import { request } from '../session.ts';
import { StateNote, StateTag } from './endpoints.tsx';

const POLL_MS = 2_000;
/** Later retries are not awaited. */
const SOON_MS = 60_000;

const STATES: Readonly<Record<string, string>> = { pending: 'waiting', delivered: 'delivered', failed: 'failed' };

function AttemptRow({ attempt, number }: { attempt: Attempt; number: number }): JSX.Element {
  const answer = attempt.status === null ? (attempt.error ?? 'no answer') : `HTTP ${attempt.status}`;
  const startedAt = <time dateTime={attempt.startedAt}>{dateTime(attempt.startedAt)}</time>;
  return (
    <li>
      <p>
        <span class="quiet">{number}.</span> {startedAt} <b class="break">{answer}</b>{' '}
        <span class="quiet">in {attempt.durationMs} ms</span>
      </p>
      {attempt.excerpt && (
        <details class="curl">
          <summary>Response</summary>
          <pre class="terminal">
            <code>{attempt.excerpt}</code>
          </pre>
        </details>
      )}
    </li>
  );
}

function due({ state, dueAt, attempts }: Delivery): JSX.Element | null {
  if (state !== 'pending') return null;
  if (Date.parse(dueAt) <= Date.now()) return <p class="quiet">Queued.</p>;
  return (
    <p class="quiet">
      {attempts.length === 0 ? 'First' : 'Next'} attempt <Ago at={dueAt} />.
    </p>
  );
}

interface RowProps {
  readonly delivery: Delivery;
  /** Endpoint path. */
  readonly path: string;
  readonly canReplay: boolean;
  readonly onReplayed: () => void;
}

function Row({ delivery, path, canReplay, onReplayed }: RowProps): JSX.Element {
  const replay = useAction(async () => {
    await request('POST', `${path}/replay`, { deliveryId: delivery.id });
    onReplayed();
  });
  return (
    <li class="delivery">
      <div>
        <h2>
          <Sentence text={delivery.summary} sets={[delivery.setNumber]} />
          <span class={delivery.state === 'delivered' ? 'tag good' : 'tag'}>{STATES[delivery.state]}</span>
        </h2>
        <p class="quiet">
          {delivery.kind}, <time dateTime={delivery.at}>{dateTime(delivery.at)}</time>,{' '}
          <code class="break">{delivery.messageId}</code>
        </p>
        {due(delivery)}
        <ol class="attempts" aria-label="Attempts">
          {delivery.attempts.map((attempt, index) => (
            <AttemptRow key={attempt.startedAt} attempt={attempt} number={index + 1} />
          ))}
        </ol>
        <Failure error={replay.error} />
      </div>
      {canReplay && delivery.state !== 'pending' && (
        <button type="button" class="button small" aria-disabled={replay.busy} onClick={replay.run}>
          Send again
          <span class="visually-hidden">
            : {delivery.summary}, {delivery.messageId}
          </span>
        </button>
      )}
    </li>
  );
}

const isSoon = ({ state, dueAt }: Delivery): boolean => state === 'pending' && Date.parse(dueAt) - Date.now() < SOON_MS;

/** Reloads every two seconds while a delivery is due soon. */
export default function DeliveriesPage(): JSX.Element {
  const { params } = useRoute();
  const path = `/alerts/endpoints/${params['id']}`;
  const list = useNewestFirst<DeliveryPage, Delivery>(`${path}/deliveries?limit=25`, (page) => page.deliveries);
  const { data } = list.loaded;
  const endpoint = data?.endpoint;
  const [said, setSaid] = useState('');
  // Nothing is resent to a disabled or unverified endpoint.
  const canReplay = endpoint?.disabledAt === null && endpoint.verifiedAt !== null;
  const isWaiting = list.isWhole && endpoint?.disabledAt === null && list.items.some(isSoon);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => void list.reload(), POLL_MS);
    return () => clearTimeout(timer);
  }, [data, isWaiting]);
  const replayAll = useAction(async () => {
    const { replayed, waiting, retryAt } = await request<Replayed>('POST', `${path}/replay`, { failed: true });
    setSaid(
      `${counted(replayed, 'message')} sent again.` +
        (retryAt === null ? '' : ` ${waiting} more can be sent again from ${time(retryAt)}.`),
    );
    await list.reload();
  });
  const test = useAction(async () => {
    await request('POST', `${path}/test`);
    setSaid(`A test was sent at ${time(new Date().toISOString())}.`);
    await list.reload();
  });
  return (
    <Page
      title="Deliveries"
      lead="Messages sent to this endpoint, with its responses."
      action={
        endpoint?.disabledAt == null && (
          <button type="button" class="button" aria-disabled={test.busy} onClick={test.run}>
            Send a test
          </button>
        )
      }
    >
      <Success>{said && <p>{said}</p>}</Success>
      <Failure error={replayAll.error ?? test.error} />
      {data === null || endpoint === undefined ? (
        <Pending loaded={list.loaded} rows={5} />
      ) : (
        <>
          <p class="endpoint-state">
            <span class="break">{endpoint.url}</span> is <StateTag endpoint={endpoint} />
          </p>
          <StateNote endpoint={endpoint} />
          {canReplay && list.items.some(({ state }) => state === 'failed') && (
            <p>
              <button type="button" class="button small" aria-disabled={replayAll.busy} onClick={replayAll.run}>
                Send all failed again
              </button>
            </p>
          )}
          {list.items.length === 0 ? (
            <p class="quiet">Nothing was sent yet. Send a test to see whether your receiver accepts it.</p>
          ) : (
            <ul class="rows deliveries">
              {list.items.map((delivery) => (
                <Row
                  key={delivery.id}
                  delivery={delivery}
                  path={path}
                  canReplay={canReplay}
                  onReplayed={() => void list.reload()}
                />
              ))}
            </ul>
          )}
          <ShowEarlier list={list} />
        </>
      )}
    </Page>
  );
}
