import { describeRule, type EventKinds } from '@brickmarket/alerts';
import { type AlertRule, PRICE_LIMITS, RETAILERS, type WatchableKind } from '@brickmarket/domain';
import type { NewAlertRule } from '@brickmarket/persistence-ports';
import {
  Flag,
  Moment,
  MomentOrNull,
  OneOf,
  OneOfOrNull,
  Parts,
  Text,
  TextOrNull,
  Texts,
  Whole,
  WholeOrNull,
  Wholes,
} from '../../http/properties.ts';
import { SCOPES } from './rule-body.ts';

export class RuleView {
  @Whole() id!: number;
  @Text() name!: string;
  /** Sentence about alerts and destinations. */
  @Text() sentence!: string;
  /** Not among `kinds` if its extension was removed. */
  @Text() kind!: string;
  @OneOf(...SCOPES) scope!: string;
  @WholeOrNull() brickfolioId!: number | null;
  @Texts() setNumbers!: readonly string[];
  @OneOfOrNull(...RETAILERS) retailer!: string | null;
  @WholeOrNull() belowCents!: number | null;
  @Whole() minChangeCents!: number;
  @Whole() minChangePct!: number;
  @Whole() hysteresisPct!: number;
  @Whole() rearmMinutes!: number;
  @Flag() mail!: boolean;
  @Wholes() endpointIds!: readonly number[];
  @TextOrNull() quietFrom!: string | null;
  @TextOrNull() quietUntil!: string | null;
  @TextOrNull() digestAt!: string | null;
  @Text() timeZone!: string;
  @Moment() createdAt!: Date;
  @MomentOrNull() pausedAt!: Date | null;
}

export class KindView {
  @Text() name!: string;
  @Text() title!: string;
  @OneOf('sets', 'account') watches!: string;
  @Flag() byRetailer!: boolean;
  @OneOf(...PRICE_LIMITS) priceLimit!: string;
  @Flag() byChange!: boolean;
  /** Default of a new rule. */
  @Whole() minChangePct!: number;
  @Whole() rearmMinutes!: number;
}

export class RuleList {
  @Parts(() => RuleView) rules!: readonly RuleView[];
  /** In order of display. */
  @Parts(() => KindView) kinds!: readonly KindView[];
  @Whole() maxRules!: number;
}

export function kindView({ name, rule }: WatchableKind): KindView {
  return { name, ...rule, ...rule.defaults };
}

/** `names` are the account's brickfolios. */
export function sentenceOf(kinds: EventKinds, rule: NewAlertRule, names: ReadonlyMap<number, string>): string {
  const { watch } = rule;
  const brickfolioName = watch.scope === 'brickfolio' ? (names.get(watch.brickfolioId) ?? null) : null;
  return describeRule(kinds, { ...rule, brickfolioName });
}

export function ruleView(kinds: EventKinds, rule: AlertRule, names: ReadonlyMap<number, string>): RuleView {
  const { watch, schedule } = rule;
  return {
    ...rule,
    sentence: sentenceOf(kinds, rule, names),
    scope: watch.scope,
    brickfolioId: watch.scope === 'brickfolio' ? watch.brickfolioId : null,
    setNumbers: watch.scope === 'sets' ? watch.setNumbers : [],
    quietFrom: timeOf(schedule.quiet?.fromMinute ?? null),
    quietUntil: timeOf(schedule.quiet?.untilMinute ?? null),
    digestAt: timeOf(schedule.digestMinute),
    timeZone: schedule.timeZone,
  };
}

function timeOf(minute: number | null): string | null {
  if (minute === null) return null;
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
