import type { Condition, EventKind, RuleOptions } from '@brickmarket/domain';
import {
  type AboutSet,
  day,
  DAY_MINUTES,
  dayInWords,
  money,
  newUsd,
  oldUsd,
  oneOf,
  SET_FIELDS,
  setName,
  setPage,
} from './payload-fields.ts';

type WithCondition = AboutSet & { readonly condition: Condition };

const VALUE_MOVED = {
  name: 'value.moved',
  summary: 'The value of a set has changed within 30 days',
  data: {
    ...SET_FIELDS,
    condition: oneOf<WithCondition>('Condition of the copies', ['sealed', 'used'], ({ facts }) => facts.condition),
    value_30_days_ago_usd: oldUsd('Value 30 days ago'),
    value_usd: newUsd('Current value'),
  },
  sentence: (event) =>
    `${setName(event)}: worth ${money(event.newCents)} ${event.facts.condition}, ` +
    `${money(event.oldCents)} 30 days ago`,
  page: setPage,
  rule: {
    title: 'A value moves',
    when: ({ set }) => `the value of ${set} moves within 30 days`,
    watches: 'sets',
    byRetailer: false,
    priceLimit: 'none',
    byChange: true,
    // The change spans 30 days, so the rule fires at most once in that time.
    defaults: { minChangePct: 5, rearmMinutes: 30 * DAY_MINUTES },
    source: { from: 'values' },
  },
} as const satisfies EventKind<WithCondition>;

type WithExitDay = AboutSet & {
  /** Last day on sale, YYYY-MM-DD. */
  readonly exitDay: string;
};

const RETIREMENT = {
  data: { ...SET_FIELDS, retire_date: day<WithExitDay>('Last day on sale', ({ facts }) => facts.exitDay) },
  page: setPage,
};
const RECORDED_RULE = {
  watches: 'sets',
  byRetailer: false,
  priceLimit: 'none',
  byChange: false,
  defaults: { minChangePct: 0, rearmMinutes: DAY_MINUTES },
  source: { from: 'log' },
} as const satisfies Partial<RuleOptions>;

const SET_RETIRING = {
  ...RETIREMENT,
  name: 'set.retiring',
  summary: 'The last day on sale of a set became known',
  sentence: (event) => `${setName(event)}: retires on ${dayInWords(event.facts.exitDay)}`,
  rule: {
    ...RECORDED_RULE,
    title: 'The last day on sale becomes known',
    when: ({ set }) => `the last day on sale of ${set} becomes known`,
  },
} as const satisfies EventKind<WithExitDay>;

const SET_RETIRED = {
  ...RETIREMENT,
  name: 'set.retired',
  summary: 'A set is no longer on sale',
  sentence: (event) => `${setName(event)}: retired, last sold on ${dayInWords(event.facts.exitDay)}`,
  rule: { ...RECORDED_RULE, title: 'A set retires', when: ({ set }) => `${set} retires` },
} as const satisfies EventKind<WithExitDay>;

/** In order of display. */
export const SET_KINDS = [VALUE_MOVED, SET_RETIRING, SET_RETIRED] as const;
