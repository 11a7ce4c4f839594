import { type AlertRule, formatUsd, type RetailerNames, type RuleOptions, type RuleScope } from '@brickmarket/domain';
import type { EventKinds } from './kinds/event-kinds.ts';
import { attempt } from './payload.ts';

export type DescribedRule = Omit<AlertRule, 'id' | 'accountId' | 'createdAt' | 'pausedAt' | 'name'> & {
  /** Null: watches no brickfolio. */
  readonly brickfolioName: string | null;
};

const NAMED_SETS = 3;
const HOUR = 60;
const DAY = 24 * HOUR;

export function describeRule(kinds: EventKinds, rule: DescribedRule): string {
  const options = kinds.findWatchable(rule.kind)?.rule;
  if (options === undefined) return `Tells you nothing: ${rule.kind} is not known here any more.`;
  const sentences = [
    `Tells you when ${what(options, rule)}${change(options, rule)}${shop(options, rule, kinds.retailerNames)}`,
    ...again(options, rule),
    `Goes to ${places(rule)}`,
  ];
  return sentences.map((sentence) => `${sentence}.`).join(' ');
}

function what(options: RuleOptions, { watch, brickfolioName, belowCents }: DescribedRule): string {
  const words = {
    set: watched(watch, brickfolioName),
    limit: belowCents === null ? null : `$${formatUsd(belowCents)}`,
  };
  return attempt(() => options.when(words)) ?? options.title;
}

function watched(watch: RuleScope, brickfolioName: string | null): string {
  if (watch.scope === 'brickfolio') return `a set in “${brickfolioName ?? watch.brickfolioId}”`;
  if (watch.scope !== 'sets') return 'a set you hold';
  const { setNumbers } = watch;
  return setNumbers.length > NAMED_SETS ? `one of ${setNumbers.length} listed sets` : joined(setNumbers, 'or');
}

/** Types without an amount before have no measurable change. */
function change({ byChange }: RuleOptions, { minChangeCents, minChangePct }: DescribedRule): string {
  if (!byChange) return '';
  const least = [
    ...(minChangeCents > 0 ? [`$${formatUsd(minChangeCents)}`] : []),
    ...(minChangePct > 0 ? [`${minChangePct} %`] : []),
  ];
  return least.length === 0 ? '' : ` by at least ${least.join(' and ')}`;
}

function shop({ byRetailer }: RuleOptions, { retailer }: DescribedRule, names: RetailerNames): string {
  if (!byRetailer) return '';
  return retailer === null ? ', at either retailer' : `, at ${names[retailer]}`;
}

function again(
  { priceLimit }: RuleOptions,
  { belowCents, hysteresisPct, rearmMinutes, watch }: DescribedRule,
): string[] {
  const each = watch.scope === 'account' ? '' : ' for each set';
  return [
    ...(priceLimit === 'crossing' && belowCents !== null
      ? [`Again only after it was at $${formatUsd(Math.ceil((belowCents * (100 + hysteresisPct)) / 100))} or above`]
      : []),
    ...(rearmMinutes > 0 ? [`At most once ${duration(rearmMinutes)}${each}`] : []),
  ];
}

function duration(minutes: number): string {
  for (const [size, name] of [
    [DAY, 'day'],
    [HOUR, 'hour'],
    [1, 'minute'],
  ] as const)
    if (minutes % size === 0)
      return minutes === size ? `a${name === 'hour' ? 'n' : ''} ${name}` : `in ${minutes / size} ${name}s`;
  return '';
}

function places({ mail, endpointIds, schedule }: DescribedRule): string {
  const { quiet, digestMinute, timeZone } = schedule;
  const when =
    digestMinute !== null
      ? ` once a day at ${clock(digestMinute)} (${timeZone})`
      : quiet !== null
        ? `, but not from ${clock(quiet.fromMinute)} to ${clock(quiet.untilMinute)} (${timeZone})`
        : '';
  const endpoints = endpointIds.length;
  return joined(
    [
      'your inbox',
      ...(endpoints > 0 ? [`${endpoints} webhook endpoint${endpoints === 1 ? '' : 's'}`] : []),
      ...(mail ? [`your mail${when}`] : []),
    ],
    'and',
  );
}

function clock(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

function joined(words: readonly string[], last: 'or' | 'and'): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}
