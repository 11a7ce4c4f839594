import { EventKinds } from '@brickmarket/alerts';
import type { EventFacts, RecordedEvent } from '@brickmarket/domain';
import { composeAlertMail } from './alert-mail.ts';
import type { ToldAlert } from './told-alerts.ts';

const kinds = new EventKinds();
const URL = 'https://market.example/account';

function anEvent(kind: RecordedEvent['kind'], subject: string, facts: EventFacts): RecordedEvent {
  const at = new Date('2026-11-15T12:00:00Z');
  return { id: 1, kind, subject, occurredAt: at, recordedAt: at, oldCents: 10_000, newCents: 7_999, facts };
}

const told = (...events: readonly RecordedEvent[]): readonly ToldAlert[] =>
  events.map((event) => ({ event, ruleNames: [], stake: null }));

describe('the mail of alerts', () => {
  it('has a line break of a title neither in its subject nor as a line of its own', () => {
    const facts: EventFacts = { setNumber: '1-1', title: 'Castle\r\nBcc: eve@example.com', exitDay: '2026-12-31' };
    const { subject, text } = composeAlertMail(kinds, told(anEvent('set.retiring', 'set/1-1', facts)), URL);
    expect(subject).toBe('1-1 Castle Bcc: eve@example.com: retires on 31 Dec 2026');
    expect(text.split('\n')[0]).toBe(subject);
  });

  it('leads to the page about what has happened', () => {
    const events = [
      anEvent('set.retired', 'set/1 1', { setNumber: '1 1', title: 'Castle', exitDay: '2026-11-14' }),
      anEvent('key.expiring', 'key/7', { keyId: 7, keyName: 'shop', keyLast4: '0abc' }),
      anEvent('endpoint.disabled', 'endpoint/12', { url: 'https://shop.example', reason: 'gone' }),
      anEvent('month.published', 'market', { month: '2026-10' }),
    ];
    const links = composeAlertMail(kinds, told(...events), URL)
      .text.split('\n')
      .filter((line) => line.startsWith(URL));
    expect(links).toEqual(['/sets/1%201', '/keys', '/alerts/endpoints/12', '/overview'].map((path) => `${URL}${path}`));
  });

  it('says what an alert means to the account, and which rules made it', () => {
    const event = anEvent('month.published', 'market', { month: '2026-10' });
    const alert = { event, ruleNames: ['cheap', 'my\nsets'], stake: 'You have 2 sealed.' };
    expect(composeAlertMail(kinds, [alert], URL).text.split('\n').slice(1, 4)).toEqual([
      'You have 2 sealed.',
      'Rules: cheap, my sets',
      `${URL}/overview`,
    ]);
  });

  it('lists a hundred alerts and counts the others', () => {
    const events = Array.from({ length: 103 }, () => anEvent('month.published', 'market', { month: '2026-10' }));
    const { subject, text } = composeAlertMail(kinds, told(...events), URL);
    expect(subject).toBe('103 alerts');
    expect(text.match(/The values of/g)).toHaveLength(100);
    expect(text).toContain('\nand 3 more in your inbox\n');
  });
});
