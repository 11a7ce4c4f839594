import { EventKinds } from '@brickmarket/alerts';
import type { RecordedEvent } from '@brickmarket/domain';
import { composeFeed } from './alert-feed.ts';

const URL = 'https://market.example/account';
const at = new Date('2026-11-15T12:00:00Z');

function retiring(title: string): RecordedEvent {
  const facts = { setNumber: '1-1', title, exitDay: '2026-12-31' };
  const moments = { occurredAt: at, recordedAt: at };
  return { id: 7, kind: 'set.retiring', subject: 'set/1-1', ...moments, oldCents: null, newCents: null, facts };
}

describe('the feed of alerts', () => {
  it('is RSS with an item for each alert, which says what it means and which rule made it', () => {
    const alert = { event: retiring('Castle'), ruleNames: ['leaving'], stake: 'You have 2 sealed.' };
    expect(composeFeed(new EventKinds(), [alert], URL)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0">
<channel>
<title>Brickmarket alerts</title>
<link>https://market.example/account/alerts</link>
<description>What your rules have found, newest first.</description>
<ttl>15</ttl>
<item>
<title>1-1 Castle: retires on 31 Dec 2026</title>
<link>https://market.example/account/sets/1-1</link>
<guid isPermaLink="false">brickmarket-alert-7</guid>
<pubDate>Sun, 15 Nov 2026 12:00:00 GMT</pubDate>
<description>You have 2 sealed. Rule: leaving</description>
</item>
</channel>
</rss>
`);
  });

  it('stays well-formed whatever a title or the name of a rule contains', () => {
    const title = 'A</title><item>&\u0000\u0008\u001F\uFFFE\uD800\r\n"B"';
    const alert = { event: retiring(title), ruleNames: ['<b>&'], stake: null };
    const feed = composeFeed(new EventKinds(), [alert], URL);
    expect(feed).toContain('<title>1-1 A&lt;/title&gt;&lt;item&gt;&amp;\uFFFD "B": retires on 31 Dec 2026</title>');
    expect(feed).toContain('<description>Rule: &lt;b&gt;&amp;</description>');
    expect(feed.match(/<item>/g)).toHaveLength(1);
  });
});
