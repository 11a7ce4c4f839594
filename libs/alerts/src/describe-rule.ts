import { type AlertRule, type EventKind, formatUsd, RETAILER_NAMES, type RuleScope } from '@brickmarket/domain';
import { isRetail } from './rules.ts';

/** What a rule says about itself, with the name of the brickfolio it watches. */
export type DescribedRule = Omit<AlertRule, 'id' | 'accountId' | 'createdAt' | 'pausedAt' | 'name'> & {
  /** Null: it watches none. */
  readonly brickfolioName: string | null;
};

const NAMED_SETS = 3;
const HOUR = 60;
const DAY = 24 * HOUR;

/** What a rule will tell and where, in sentences for its owner. */
export function describeRule(rule: DescribedRule): string {
  const sentences = [
    `Tells you when ${what(rule)}${change(rule)}${shop(rule)}`,
    ...again(rule),
    `Goes to ${places(rule)}`,
  ];
  return sentences.map((sentence) => `${sentence}.`).join(' ');
}

function what(rule: DescribedRule): string {
  const set = watched(rule.watch, rule.brickfolioName);
  const limit = rule.belowCents === null ? '' : ` at $${formatUsd(rule.belowCents)} or below`;
  const texts: Readonly<Record<EventKind, string>> = {
    'price.dropped':
      rule.belowCents === null
        ? `the price of ${set} falls`
        : `the price of ${set} falls to $${formatUsd(rule.belowCents)} or below`,
    'price.all_time_low': `${set} is cheaper than ever before${limit}`,
    'seller.third_party_only': `${set} is sold by third parties alone${limit}`,
    'stock.returned': `${set} is back in stock${limit}`,
    'value.moved': `the value of ${set} moves within 30 days`,
    'set.retiring': `the last day on sale of ${set} becomes known`,
    'set.retired': `${set} retires`,
    'month.published': 'the values of a month are published',
    'allowance.low': 'one of your keys has nearly used its allowance of the day',
    'key.expiring': 'one of your keys is about to expire',
  };
  return texts[rule.kind];
}

function watched(watch: RuleScope, brickfolioName: string | null): string {
  if (watch.scope === 'brickfolio') return `a set in “${brickfolioName ?? watch.brickfolioId}”`;
  if (watch.scope !== 'sets') return 'a set you hold';
  const { setNumbers } = watch;
  return setNumbers.length > NAMED_SETS ? `one of ${setNumbers.length} listed sets` : joined(setNumbers, 'or');
}

/** Kinds without an amount before have no change that could be large enough. */
function change({ kind, minChangeCents, minChangePct }: DescribedRule): string {
  if (kind !== 'price.dropped' && kind !== 'price.all_time_low' && kind !== 'value.moved') return '';
  const least = [
    ...(minChangeCents > 0 ? [`$${formatUsd(minChangeCents)}`] : []),
    ...(minChangePct > 0 ? [`${minChangePct} %`] : []),
  ];
  return least.length === 0 ? '' : ` by at least ${least.join(' and ')}`;
}

function shop({ kind, retailer }: DescribedRule): string {
  if (!isRetail(kind)) return '';
  return retailer === null ? ', at either retailer' : `, at ${RETAILER_NAMES[retailer]}`;
}

function again({ kind, belowCents, hysteresisPct, rearmMinutes, watch }: DescribedRule): string[] {
  const each = watch.scope === 'account' ? '' : ' for each set';
  return [
    ...(kind === 'price.dropped' && belowCents !== null
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
