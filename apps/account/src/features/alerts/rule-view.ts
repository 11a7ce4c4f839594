import { describeRule, type EventKinds } from '@brickmarket/alerts';
import { type AlertRule, PRICE_LIMITS, RETAILERS, type WatchableKind } from '@brickmarket/domain';
import type { NewAlertRule } from '@brickmarket/persistence-ports';
import * as is from '../../http/properties.ts';
import { SCOPES } from './rule-body.ts';

export class RuleView {
  @is.Whole() id!: number;
  @is.Text() name!: string;
  /** Sentence about alerts and destinations. */
  @is.Text() sentence!: string;
  /** Not among `kinds` if its extension was removed. */
  @is.Text() kind!: string;
  @is.OneOf(...SCOPES) scope!: string;
  @is.WholeOrNull() brickfolioId!: number | null;
  @is.Texts() setNumbers!: readonly string[];
  @is.OneOfOrNull(...RETAILERS) retailer!: string | null;
  @is.WholeOrNull() belowCents!: number | null;
  @is.Whole() minChangeCents!: number;
  @is.Whole() minChangePct!: number;
  @is.Whole() hysteresisPct!: number;
  @is.Whole() rearmMinutes!: number;
  @is.Flag() mail!: boolean;
  @is.Wholes() endpointIds!: readonly number[];
  @is.TextOrNull() quietFrom!: string | null;
  @is.TextOrNull() quietUntil!: string | null;
  @is.TextOrNull() digestAt!: string | null;
  @is.Text() timeZone!: string;
  @is.Moment() createdAt!: Date;
  @is.MomentOrNull() pausedAt!: Date | null;
}

export class KindView {
  @is.Text() name!: string;
  @is.Text() title!: string;
  @is.OneOf('sets', 'account') watches!: string;
  @is.Flag() byRetailer!: boolean;
  @is.OneOf(...PRICE_LIMITS) priceLimit!: string;
  @is.Flag() byChange!: boolean;
  /** Default of a new rule. */
  @is.Whole() minChangePct!: number;
  @is.Whole() rearmMinutes!: number;
}

export class RuleList {
  @is.Parts(() => RuleView) rules!: readonly RuleView[];
  /** In order of display. */
  @is.Parts(() => KindView) kinds!: readonly KindView[];
  @is.Whole() maxRules!: number;
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
