import { describeRule, type EventKinds } from '@brickmarket/alerts';
import { type AlertRule, PRICE_LIMITS, RETAILERS, type WatchableKind } from '@brickmarket/domain';
import type { NewAlertRule } from '@brickmarket/persistence-ports';
import { ApiProperty } from '@nestjs/swagger';
import {
  Flag,
  Moment,
  MomentOrNull,
  OneOf,
  Parts,
  Text,
  TextOrNull,
  Texts,
  Whole,
  WholeOrNull,
} from '../../openapi/properties.ts';
import { SCOPES } from './rule-body.ts';

/** A rule as the account area shows it. */
export class RuleView {
  @Whole() id!: number;
  @Text() name!: string;
  /** What it will tell and where, in words. */
  @Text() sentence!: string;
  /** The name of its kind, which is not among `kinds` when the extension that brought it is gone. */
  @Text() kind!: string;
  @OneOf(...SCOPES) scope!: string;
  @WholeOrNull() brickfolio_id!: number | null;
  @Texts() set_numbers!: string[];
  @ApiProperty({ type: String, enum: [...RETAILERS], nullable: true }) retailer!: string | null;
  @WholeOrNull() below_cents!: number | null;
  @Whole() min_change_cents!: number;
  @Whole() min_change_pct!: number;
  @Whole() hysteresis_pct!: number;
  @Whole() rearm_minutes!: number;
  @Flag() mail!: boolean;
  @ApiProperty({ type: 'integer', isArray: true }) endpoint_ids!: number[];
  @TextOrNull() quiet_from!: string | null;
  @TextOrNull() quiet_until!: string | null;
  @TextOrNull() digest_at!: string | null;
  @Text() time_zone!: string;
  @Moment() created_at!: string;
  @MomentOrNull() paused_at!: string | null;
}

/** What a rule can watch, and what it may say. */
export class KindView {
  @Text() name!: string;
  @Text() title!: string;
  @OneOf('sets', 'account') watches!: string;
  @Flag() by_retailer!: boolean;
  @OneOf(...PRICE_LIMITS) price_limit!: string;
  @Flag() by_change!: boolean;
  /** What a new rule has. */
  @Whole() min_change_pct!: number;
  @Whole() rearm_minutes!: number;
}

export class RuleList {
  @Parts(() => RuleView) rules!: RuleView[];
  /** What a rule can watch, in the order in which it is offered. */
  @Parts(() => KindView) kinds!: KindView[];
  @Whole() max_rules!: number;
}

export function kindView({ name, rule }: WatchableKind): KindView {
  return {
    name,
    title: rule.title,
    watches: rule.watches,
    by_retailer: rule.byRetailer,
    price_limit: rule.priceLimit,
    by_change: rule.byChange,
    min_change_pct: rule.defaults.minChangePct,
    rearm_minutes: rule.defaults.rearmMinutes,
  };
}

/** What a rule will tell and where, in words. `names` are those of the account's brickfolios. */
export function sentenceOf(kinds: EventKinds, rule: NewAlertRule, names: ReadonlyMap<number, string>): string {
  const { watch } = rule;
  const brickfolioName = watch.scope === 'brickfolio' ? (names.get(watch.brickfolioId) ?? null) : null;
  return describeRule(kinds, { ...rule, brickfolioName });
}

export function ruleView(kinds: EventKinds, rule: AlertRule, names: ReadonlyMap<number, string>): RuleView {
  const { watch, schedule } = rule;
  return {
    id: rule.id,
    name: rule.name,
    sentence: sentenceOf(kinds, rule, names),
    kind: rule.kind,
    scope: watch.scope,
    brickfolio_id: watch.scope === 'brickfolio' ? watch.brickfolioId : null,
    set_numbers: watch.scope === 'sets' ? [...watch.setNumbers] : [],
    retailer: rule.retailer,
    below_cents: rule.belowCents,
    min_change_cents: rule.minChangeCents,
    min_change_pct: rule.minChangePct,
    hysteresis_pct: rule.hysteresisPct,
    rearm_minutes: rule.rearmMinutes,
    mail: rule.mail,
    endpoint_ids: [...rule.endpointIds],
    quiet_from: timeOf(schedule.quiet?.fromMinute ?? null),
    quiet_until: timeOf(schedule.quiet?.untilMinute ?? null),
    digest_at: timeOf(schedule.digestMinute),
    time_zone: schedule.timeZone,
    created_at: rule.createdAt.toISOString(),
    paused_at: rule.pausedAt?.toISOString() ?? null,
  };
}

function timeOf(minute: number | null): string | null {
  if (minute === null) return null;
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
