import { type EventKinds, pageOfEvent } from '@brickmarket/alerts';
import { hashOfSecret, isSecretToken, newSecretToken } from '@brickmarket/identity';
import type { AlertFeeds, AlertInbox, SessionRecord } from '@brickmarket/persistence-ports';
import { type AccountArea, record, requireFresh, type Visitor } from '../identity/account-area.ts';
import type { StakeArea } from '../resale/stakes.ts';
import { detailsOf, headlineOf, tellAlerts, type ToldAlert } from './told-alerts.ts';

/** What the feeds of alerts are made from. */
export interface FeedArea {
  readonly kinds: EventKinds;
  readonly feeds: AlertFeeds;
  readonly inbox: AlertInbox;
  readonly stakes: StakeArea;
  readonly account: Pick<AccountArea, 'clock' | 'linkFreshMs' | 'url'> & {
    readonly stores: Pick<AccountArea['stores'], 'audit'>;
  };
}

/** The newest alerts, as many as readers show of a feed. */
const ALERTS_PER_FEED = 50;

/**
 * Gives the account's feed a new address, and returns it: it is shown once, and the one before opens nothing any more.
 * Needs a fresh proof of identity: whoever has a forgotten session must not read the account's alerts elsewhere.
 */
export async function renewFeed(area: FeedArea, session: SessionRecord, visitor: Visitor): Promise<string> {
  const { account, feeds } = area;
  requireFresh(account, session);
  const { accountId } = session;
  const isNew = (await feeds.findCreatedAt(accountId)) === null;
  const secret = newSecretToken();
  await feeds.save(accountId, hashOfSecret(secret), account.clock.now());
  const summary = isNew ? 'A feed of the alerts was made' : 'The feed of the alerts got a new address';
  await record(account, accountId, isNew ? 'feed_added' : 'feed_renewed', summary, visitor);
  return `${account.url}/feeds/${secret}`;
}

/** Ends the account's feed. Needs no fresh proof: closing what is open too far must not wait. */
export async function removeFeed(
  { account, feeds }: FeedArea,
  session: SessionRecord,
  visitor: Visitor,
): Promise<void> {
  if (await feeds.remove(session.accountId))
    await record(account, session.accountId, 'feed_removed', 'The feed of the alerts was ended', visitor);
}

/** The newest alerts of the account that a secret belongs to, as RSS; null: it belongs to none. */
export async function readFeed(area: FeedArea, secret: string): Promise<string | null> {
  const accountId = isSecretToken(secret) ? await area.feeds.findAccount(hashOfSecret(secret)) : null;
  if (accountId === null) return null;
  const alerts = await area.inbox.list(accountId, { limit: ALERTS_PER_FEED });
  const told = await tellAlerts(area.stakes, accountId, alerts, area.account.clock.now());
  return composeFeed(area.kinds, told, area.account.url);
}

/** Alerts as RSS 2.0, the newest first. `accountUrl` is where people open the account area. */
export function composeFeed(kinds: EventKinds, alerts: readonly ToldAlert[], accountUrl: string): string {
  const item = (alert: ToldAlert): string => {
    const { id, occurredAt } = alert.event;
    const details = detailsOf(alert).join(' ');
    return [
      '<item>',
      element('title', headlineOf(kinds, alert.event)),
      element('link', accountUrl + pageOfEvent(kinds, alert.event)),
      // No address: the same alert stays the same when the account area moves.
      `<guid isPermaLink="false">brickmarket-alert-${id}</guid>`,
      element('pubDate', occurredAt.toUTCString()),
      ...(details === '' ? [] : [element('description', details)]),
      '</item>',
    ].join('\n');
  };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0">',
    '<channel>',
    element('title', 'Brickmarket alerts'),
    element('link', `${accountUrl}/alerts`),
    element('description', 'What your rules have found, newest first.'),
    '<ttl>15</ttl>',
    ...alerts.map(item),
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}

function element(name: string, text: string): string {
  return `<${name}>${escaped(text)}</${name}>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Without what XML cannot hold, not even escaped: control characters and halves of pairs. */
function escaped(text: string): string {
  return (
    text
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
      .replaceAll(/[&<>]/g, (character) => ENTITIES[character]!)
  );
}
