import { type EventKinds, pageOfEvent } from '@brickmarket/alerts';
import { hashOfSecret, isSecretToken, newSecretToken } from '@brickmarket/identity';
import type { AlertFeeds, AlertInbox } from '@brickmarket/persistence-ports';
import { type AccountArea, type OwnSession, record, requireFresh } from '../identity/account-area.ts';
import type { StakeArea } from '../resale/stakes.ts';
import { detailsOf, headlineOf, tellAlerts, type ToldAlert } from './told-alerts.ts';

export interface FeedArea {
  readonly kinds: EventKinds;
  readonly feeds: AlertFeeds;
  readonly inbox: AlertInbox;
  readonly stakes: StakeArea;
  readonly account: Pick<AccountArea, 'clock' | 'linkFreshMs' | 'url'> & {
    readonly stores: Pick<AccountArea['stores'], 'audit'>;
  };
}

/** As many as readers show. */
const ALERTS_PER_FEED = 50;

/** Shown once; replaces the earlier address. Re-authentication protects abandoned sessions. */
export async function renewFeed(area: FeedArea, session: OwnSession): Promise<string> {
  const { account, feeds } = area;
  requireFresh(account, session);
  const { accountId } = session;
  const isNew = (await feeds.findCreatedAt(accountId)) === null;
  const secret = newSecretToken();
  await feeds.save(accountId, hashOfSecret(secret), account.clock.now());
  const summary = isNew ? 'A feed of the alerts was made' : 'The feed of the alerts got a new address';
  await record(account, session, isNew ? 'feed_added' : 'feed_renewed', summary);
  return `${account.url}/feeds/${secret}`;
}

/** Needs no re-authentication: closing a leak must not wait. */
export async function removeFeed({ account, feeds }: FeedArea, session: OwnSession): Promise<void> {
  if (await feeds.remove(session.accountId))
    await record(account, session, 'feed_removed', 'The feed of the alerts was ended');
}

export async function readFeed(area: FeedArea, secret: string): Promise<string | null> {
  const accountId = isSecretToken(secret) ? await area.feeds.findAccount(hashOfSecret(secret)) : null;
  if (accountId === null) return null;
  const alerts = await area.inbox.list(accountId, { limit: ALERTS_PER_FEED });
  const told = await tellAlerts(area.stakes, accountId, alerts, area.account.clock.now());
  return composeFeed(area.kinds, told, area.account.url);
}

/** Newest first. Links start with `accountUrl`. */
export function composeFeed(kinds: EventKinds, alerts: readonly ToldAlert[], accountUrl: string): string {
  const item = (alert: ToldAlert): string => {
    const { id, occurredAt } = alert.event;
    const details = detailsOf(alert).join(' ');
    return [
      '<item>',
      element('title', headlineOf(kinds, alert.event)),
      element('link', accountUrl + pageOfEvent(kinds, alert.event)),
      // Not a URL: the id must survive a move of the account area.
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

/** Removes control characters and lone surrogates, which XML cannot contain. */
function escaped(text: string): string {
  return (
    text
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
      .replaceAll(/[&<>]/g, (character) => ENTITIES[character]!)
  );
}
