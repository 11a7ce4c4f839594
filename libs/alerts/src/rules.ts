import {
  type FiringState,
  formatUsd,
  type MailSchedule,
  type RecordedEvent,
  type RuleConditions,
  type RuleScope,
  type WatchableKind,
  isPlainName,
} from '@brickmarket/domain';
import type { EventKinds } from './kinds/event-kinds.ts';
import { DAY_MINUTES } from './kinds/payload-fields.ts';

export interface Decision {
  readonly fires: boolean;
  /** Null: never fired. */
  readonly state: FiringState | null;
}

type Amounts = Pick<RecordedEvent, 'kind' | 'occurredAt' | 'oldCents' | 'newCents' | 'facts'>;

const MS_PER_MINUTE = 60_000;

/**
 * Whether an event fires a rule. An unknown type, as of a removed extension, has no crossing limit.
 * - A crossing limit fires when the price passes it, and again only after a recovery by the hysteresis.
 * - For other types the limit is a condition on the price.
 * - The change must reach both minimums, except for types without amounts.
 */
export function decide(
  kind: WatchableKind | null,
  rule: RuleConditions,
  event: Amounts,
  state: FiringState | null,
): Decision {
  if (event.kind !== rule.kind) return { fires: false, state };
  const { oldCents, newCents } = event;
  const passesLimit = kind?.rule.priceLimit === 'crossing' && rule.belowCents !== null;
  const isArmed = state === null || state.isArmed || (passesLimit && hasRecovered(rule, oldCents));
  const isRested =
    state === null || event.occurredAt.getTime() - state.firedAt.getTime() >= rule.rearmMinutes * MS_PER_MINUTE;
  const fires =
    isArmed &&
    isRested &&
    (rule.retailer === null || event.facts.retailer === rule.retailer) &&
    (rule.belowCents === null || (newCents !== null && newCents <= rule.belowCents)) &&
    (!passesLimit || (oldCents !== null && oldCents > rule.belowCents)) &&
    (oldCents === null || newCents === null || hasChangedEnough(rule, oldCents, newCents));
  if (fires) return { fires, state: { firedAt: event.occurredAt, isArmed: !passesLimit } };
  return { fires, state: state && { ...state, isArmed } };
}

function hasRecovered({ belowCents, hysteresisPct }: RuleConditions, priceCents: number | null): boolean {
  return priceCents !== null && priceCents * 100 >= belowCents! * (100 + hysteresisPct);
}

function hasChangedEnough({ minChangeCents, minChangePct }: RuleConditions, from: number, to: number): boolean {
  const change = Math.abs(to - from);
  return change >= minChangeCents && change * 100 >= from * minChangePct;
}

/** Past events, in time order, that would have fired; state is per subject. */
export function firingsOf(
  kind: WatchableKind,
  rule: RuleConditions,
  events: readonly RecordedEvent[],
): readonly RecordedEvent[] {
  const states = new Map<string, FiringState | null>();
  return events.filter((event) => {
    const { fires, state } = decide(kind, rule, event, states.get(event.subject) ?? null);
    states.set(event.subject, state);
    return fires;
  });
}

export function defaultConditions({ name, rule }: WatchableKind): RuleConditions {
  return {
    kind: name,
    retailer: null,
    belowCents: null,
    minChangeCents: 0,
    minChangePct: rule.defaults.minChangePct,
    hysteresisPct: 2,
    rearmMinutes: rule.defaults.rearmMinutes,
  };
}

/** Mail immediately, at any hour. */
export const NO_SCHEDULE: MailSchedule = { quiet: null, digestMinute: null, timeZone: 'UTC' };

export const MAX_LISTED_SETS = 1_000;

const BOUNDS: readonly (readonly [keyof RuleConditions, string, number, number])[] = [
  ['belowCents', 'the price limit', 1, 100_000_000],
  ['minChangeCents', 'the minimum change', 0, 100_000_000],
  ['minChangePct', 'the minimum change in percent', 0, 100],
  ['hysteresisPct', 'the hysteresis in percent', 1, 100],
  ['rearmMinutes', 'the rearm time in minutes', 0, 366 * DAY_MINUTES],
];
/** Cent bounds are shown in dollars. */
const boundText = (field: keyof RuleConditions, bound: number): string =>
  field.endsWith('Cents') ? `$${formatUsd(bound)}` : String(bound);

export interface RuleFault {
  readonly field: keyof RuleConditions | 'name' | 'watch' | 'setNumbers';
  readonly message: string;
}

/** Null: valid. */
export function ruleFault(
  kinds: EventKinds,
  rule: RuleConditions & { readonly watch: RuleScope; readonly name: string },
): RuleFault | null {
  if (rule.name.length < 1 || rule.name.length > 100 || !isPlainName(rule.name))
    return { field: 'name', message: 'the name must have 1 to 100 printable characters' };
  for (const [field, name, least, most] of BOUNDS) {
    const value = rule[field] as number | null;
    if (value !== null && !(Number.isInteger(value) && value >= least && value <= most)) {
      const kind = field.endsWith('Cents') ? 'an amount' : 'a whole number';
      return { field, message: `${name} must be ${kind} from ${boundText(field, least)} to ${boundText(field, most)}` };
    }
  }
  const options = kinds.findWatchable(rule.kind)?.rule;
  if (options === undefined) return { field: 'kind', message: `${rule.kind} is nothing that a rule can watch` };
  const isAboutAccount = options.watches === 'account';
  if (isAboutAccount !== (rule.watch.scope === 'account'))
    return {
      field: 'watch',
      message: isAboutAccount ? `${rule.kind} is not about sets` : `${rule.kind} needs sets to watch`,
    };
  if (rule.watch.scope === 'sets' && rule.watch.setNumbers.length === 0)
    return { field: 'setNumbers', message: 'add a set that the rule watches, or choose all your holdings' };
  if (rule.watch.scope === 'sets' && rule.watch.setNumbers.length > MAX_LISTED_SETS)
    return {
      field: 'setNumbers',
      message: `a rule watches at most ${MAX_LISTED_SETS} sets: make another one for the rest`,
    };
  if (rule.belowCents !== null && options.priceLimit === 'none')
    return { field: 'belowCents', message: `${rule.kind} has no price to compare with a limit` };
  if (rule.retailer !== null && !options.byRetailer)
    return { field: 'retailer', message: `${rule.kind} is not about a retailer` };
  return null;
}

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** After quiet hours, and with a digest at its next time, in local time across clock changes. */
export function mailDueAt({ quiet, digestMinute, timeZone }: MailSchedule, now: Date): Date {
  const target =
    digestMinute ?? (quiet !== null && isQuiet(quiet, minuteOfDay(now, timeZone)) ? quiet.untilMinute : null);
  return target === null ? now : nextLocalMinute(now, target, timeZone);
}

function isQuiet({ fromMinute, untilMinute }: NonNullable<MailSchedule['quiet']>, minute: number): boolean {
  return fromMinute <= untilMinute
    ? minute >= fromMinute && minute < untilMinute
    : minute >= fromMinute || minute < untilMinute;
}

function minuteOfDay(instant: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const [hour, minute] = parts.format(instant).split(':').map(Number);
  return hour! * 60 + minute!;
}

/** First full minute at which local clocks show it, or the first after a clock jump over it. */
function nextLocalMinute(now: Date, minute: number, timeZone: string): Date {
  const start = Math.floor(now.getTime() / MS_PER_MINUTE) * MS_PER_MINUTE;
  const ahead = (minute - minuteOfDay(new Date(start), timeZone) + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
  const guess = start + ahead * MS_PER_MINUTE;
  // A clock change shifts the guess by its size, at most a few hours.
  const shown = minuteOfDay(new Date(guess), timeZone);
  const off = ((shown - minute + DAY_MINUTES / 2 + DAY_MINUTES) % DAY_MINUTES) - DAY_MINUTES / 2;
  const corrected = guess - off * MS_PER_MINUTE;
  if (corrected <= now.getTime()) return new Date(guess);
  const isExact = minuteOfDay(new Date(corrected), timeZone) === minute;
  return new Date(isExact ? corrected : Math.max(corrected, guess));
}
