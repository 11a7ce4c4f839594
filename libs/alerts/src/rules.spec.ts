import type { RecordedEvent, RuleConditions } from '@brickmarket/domain';
import * as fc from 'fast-check';
import { EventKinds } from './kinds/event-kinds.ts';
import { decide, defaultConditions, firingsOf, isTimeZone, mailDueAt, MAX_LISTED_SETS, ruleFault } from './rules.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 10, 1);

/** The drops of a price that is shown every hour. */
function drops(...prices: readonly number[]): RecordedEvent[] {
  return prices.flatMap((price, hour) =>
    hour === 0 || price >= prices[hour - 1]! ? [] : [drop(prices[hour - 1]!, price, hour)],
  );
}

function drop(oldCents: number, newCents: number, hour: number): RecordedEvent {
  return {
    id: hour,
    kind: 'price.dropped',
    subject: 'set/1-1/retailer_a',
    occurredAt: new Date(START + hour * HOUR),
    recordedAt: new Date(START + hour * HOUR),
    oldCents,
    newCents,
    facts: { setNumber: '1-1', title: 'Set', retailer: 'retailer_a' },
  };
}

const kinds = new EventKinds();
const DROPPED = kinds.findWatchable('price.dropped')!;
const rule = (conditions: Partial<RuleConditions> = {}): RuleConditions => ({
  ...defaultConditions(DROPPED),
  minChangePct: 0,
  rearmMinutes: 0,
  ...conditions,
});
const firedAt = (conditions: Partial<RuleConditions>, events: readonly RecordedEvent[]): (number | null)[] =>
  firingsOf(DROPPED, rule(conditions), events).map(({ newCents }) => newCents);

describe('a rule with a price limit', () => {
  it('fires once for a price that wobbles by a cent around the limit', () => {
    const wobble = Array.from({ length: 1_000 }, (_, hour) => (hour % 2 === 0 ? 10_001 : 10_000));
    expect(firedAt({ belowCents: 10_000 }, drops(...wobble))).toEqual([10_000]);
  });

  it('fires when the limit is passed, not while the price stays below it', () => {
    expect(firedAt({ belowCents: 10_000 }, drops(12_000, 9_900, 9_000, 8_000))).toEqual([9_900]);
  });

  it('fires again after the price was above the limit by the hysteresis, even if it came back down in steps', () => {
    const limit = { belowCents: 10_000, hysteresisPct: 2 };
    expect(firedAt(limit, drops(12_000, 9_900, 10_199, 9_900))).toEqual([9_900]);
    expect(firedAt(limit, drops(12_000, 9_900, 10_200, 9_800))).toEqual([9_900, 9_800]);
    expect(firedAt(limit, drops(12_000, 9_900, 10_200, 10_050, 9_700))).toEqual([9_900, 9_700]);
  });

  it('does not fire during its rearm time', () => {
    const limit = { belowCents: 10_000, rearmMinutes: 180 };
    expect(firedAt(limit, drops(12_000, 9_900, 12_000, 9_800, 12_000, 9_700))).toEqual([9_900, 9_700]);
  });

  it('never fires twice without a recovery between, whatever the prices', () => {
    const prices = fc.array(fc.integer({ min: 9_000, max: 11_000 }), { minLength: 2, maxLength: 60 });
    fc.assert(
      fc.property(prices, fc.integer({ min: 1, max: 20 }), (path, hysteresisPct) => {
        const fired = firingsOf(DROPPED, rule({ belowCents: 10_000, hysteresisPct }), drops(...path)).map(
          ({ id }) => id,
        );
        for (let index = 1; index < fired.length; index++) {
          const between = path.slice(fired[index - 1], fired[index]);
          expect(Math.max(...between) * 100).toBeGreaterThanOrEqual(10_000 * (100 + hysteresisPct));
        }
      }),
    );
  });
});

describe('a rule without a limit', () => {
  it('fires when one change reaches both minimums', () => {
    expect(firedAt({ minChangePct: 10 }, drops(10_000, 9_001, 8_101, 7_290))).toEqual([7_290]);
    expect(firedAt({ minChangeCents: 900, minChangePct: 10 }, drops(10_000, 9_000, 8_100, 7_290))).toEqual([
      9_000, 8_100,
    ]);
  });

  it('watches one retailer when it names it', () => {
    expect(firedAt({ retailer: 'retailer_b' }, drops(10_000, 5_000))).toEqual([]);
    expect(firedAt({ retailer: 'retailer_a' }, drops(10_000, 5_000))).toEqual([5_000]);
  });

  it('is not fired by another kind of event, and keeps its state', () => {
    const state = { firedAt: new Date(START), isArmed: true };
    const returned = kinds.findWatchable('stock.returned')!;
    expect(decide(returned, defaultConditions(returned), drop(2, 1, 1), state)).toEqual({ fires: false, state });
  });
});

describe('what is wrong with a rule', () => {
  const fault = (given: Partial<Parameters<typeof ruleFault>[1]>) =>
    ruleFault(kinds, { ...rule(), name: 'A', watch: { scope: 'holdings' }, ...given })?.message ?? null;
  it.each([
    [{}, null],
    [{ name: '' }, 'name'],
    [{ belowCents: 0 }, 'price limit'],
    [{ belowCents: 1.5 }, 'price limit'],
    [{ minChangePct: 101 }, 'percent'],
    [{ hysteresisPct: 0 }, 'hysteresis'],
    [{ watch: { scope: 'account' } as const }, 'needs sets'],
    [{ kind: 'endpoint.test' } as const, 'nothing that a rule can watch'],
    [{ kind: 'no.such' } as const, 'nothing that a rule can watch'],
    [{ kind: 'month.published' } as const, 'not about sets'],
    [{ watch: { scope: 'sets', setNumbers: [] } as const }, 'add a set'],
    [{ kind: 'value.moved', belowCents: 5 } as const, 'no price'],
    [{ kind: 'set.retired', retailer: 'retailer_a' } as const, 'not about a retailer'],
    [{ retailer: 'retailer_a' } as const, null],
    [{ kind: 'set.retired' } as const, null],
    [{ kind: 'value.moved' } as const, null],
  ])('%j', (given, expected) => {
    if (expected === null) expect(fault(given)).toBeNull();
    else expect(fault(given)).toContain(expected);
  });

  it.each<[keyof RuleConditions, number, number]>([
    ['belowCents', 1, 100_000_000],
    ['minChangeCents', 0, 100_000_000],
    ['minChangePct', 0, 100],
    ['hysteresisPct', 1, 100],
    ['rearmMinutes', 0, 527_040],
  ])('%s outside of %d to %d', (field, least, most) => {
    for (const valid of [least, most]) expect(fault({ [field]: valid })).toBeNull();
    for (const invalid of [least - 1, most + 1]) expect(fault({ [field]: invalid })).toContain('must be');
  });

  it('a name that is too long or not printable', () => {
    expect(fault({ name: 'a'.repeat(100) })).toBeNull();
    for (const name of ['a'.repeat(101), 'a\u{202e}b']) expect(fault({ name })).toContain('1 to 100 printable');
  });

  it('as many sets as a rule can watch', () => {
    const setNumbers = Array.from({ length: MAX_LISTED_SETS }, (_, index) => `${index}-1`);
    expect(fault({ watch: { scope: 'sets', setNumbers } })).toBeNull();
  });

  it('more sets than a rule can watch', () => {
    const setNumbers = Array.from({ length: MAX_LISTED_SETS + 1 }, (_, index) => `${index}-1`);
    expect(fault({ watch: { scope: 'sets', setNumbers } })).toBe(
      'a rule watches at most 1000 sets: make another one for the rest',
    );
  });
});

describe('when mail is sent', () => {
  const at = (text: string): Date => new Date(text);
  const night = { fromMinute: 22 * 60, untilMinute: 7 * 60 };
  const zoned = (timeZone: string) => ({ quiet: night, digestMinute: null, timeZone });

  it('waits for the end of the quiet hours, which may go past midnight, in local time', () => {
    const copenhagen = zoned('Europe/Copenhagen');
    expect(mailDueAt(copenhagen, at('2026-11-10T21:30:00Z'))).toEqual(at('2026-11-11T06:00:00Z'));
    expect(mailDueAt(copenhagen, at('2026-11-10T20:59:59Z'))).toEqual(at('2026-11-10T20:59:59Z'));
    expect(mailDueAt(copenhagen, at('2026-11-11T06:00:00Z'))).toEqual(at('2026-11-11T06:00:00Z'));
    // Clocks go back by an hour in this night, and forward in that one.
    expect(mailDueAt(copenhagen, at('2026-10-24T21:00:00Z'))).toEqual(at('2026-10-25T06:00:00Z'));
    expect(mailDueAt(copenhagen, at('2026-03-28T21:30:00Z'))).toEqual(at('2026-03-29T05:00:00Z'));
  });

  it('collects a digest until its time, also past it', () => {
    const daily = { quiet: null, digestMinute: 8 * 60, timeZone: 'UTC' };
    expect(mailDueAt(daily, at('2026-11-10T07:59:59Z'))).toEqual(at('2026-11-10T08:00:00Z'));
    expect(mailDueAt(daily, at('2026-11-10T08:00:00Z'))).toEqual(at('2026-11-11T08:00:00Z'));
  });

  it('is never in the past, at most 25 hours away, and at the minute asked for unless clocks jump over it', () => {
    const zones = ['UTC', 'Europe/Copenhagen', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 1_439 }),
        fc.date({ min: at('2024-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z'), noInvalidDate: true }),
        (timeZone, digestMinute, now) => {
          const due = mailDueAt({ quiet: null, digestMinute, timeZone }, now);
          expect(due.getTime()).toBeGreaterThan(now.getTime());
          expect(due.getTime() - now.getTime()).toBeLessThanOrEqual(26 * HOUR);
          const shown = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' }).format(due);
          const [hour, minute] = shown.split(':').map(Number);
          expect((hour! * 60 + minute! - digestMinute + 1_440) % 1_440).toBeLessThanOrEqual(60);
        },
      ),
    );
  });

  it('knows time zones by name', () => {
    expect(['UTC', 'Europe/Copenhagen', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([true, true, false, false]);
  });
});
