import { defaultConditions, type EventKinds, NO_SCHEDULE } from '@brickmarket/alerts';
import {
  InvalidInputError,
  type MailSchedule,
  MAX_ID,
  type Retailer,
  RETAILERS,
  type RuleScope,
} from '@brickmarket/domain';
import type { NewAlertRule } from '@brickmarket/persistence-ports';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsInt, IsString, Matches, Max, Min } from 'class-validator';
import { NameField, TextField, WholeField } from '../../http/input.ts';
import * as is from '../../http/properties.ts';

export const SCOPES = ['holdings', 'brickfolio', 'sets', 'account'] as const;
const MAX_CENTS = 100_000_000;
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const A_TIME = { message: 'Write a time like 08:00.' };

export class RuleBody {
  @is.Text() @NameField(100, 'a name for the rule') name!: string;

  /** Event type of the list. */
  @is.Text() @TextField(100, 'what to be told about') kind!: string;

  @is.OneOf(...SCOPES)
  @IsIn(SCOPES, { message: `What is watched is one of ${SCOPES.join(', ')}.` })
  scope!: RuleScope['scope'];

  @is.OptionalWholeOrNull() @WholeField(1, MAX_ID, 'a brickfolio') brickfolioId?: number | null;

  @is.OptionalField({ type: String, isArray: true })
  @IsArray({ message: 'List the sets by their numbers.' })
  @ArrayMaxSize(1_000, { message: 'A rule lists at most 1000 sets.' })
  @IsString({ each: true, message: 'List the sets by their numbers.' })
  @Matches(/^[\w.-]{1,50}$/, { each: true, message: 'A set number looks like 75192-1.' })
  setNumbers?: string[];

  @is.OptionalField({ type: String, enum: [...RETAILERS], nullable: true })
  @IsIn(RETAILERS, { message: `The retailer is one of ${RETAILERS.join(', ')}.` })
  retailer?: Retailer | null;

  @is.OptionalWholeOrNull()
  @IsInt({ message: 'Write a price in dollars, like 49.99.' })
  @Min(1, { message: 'The price limit is at least $0.01.' })
  @Max(MAX_CENTS, { message: 'The price limit is at most $1,000,000.' })
  belowCents?: number | null;

  @is.OptionalWhole()
  @IsInt({ message: 'Write an amount in dollars, like 5.00.' })
  @Min(0, { message: 'The smallest change cannot be negative.' })
  @Max(MAX_CENTS, { message: 'The smallest change is at most $1,000,000.' })
  minChangeCents?: number;

  @is.OptionalWhole() @WholeField(0, 100, 'the least change in percent') minChangePct?: number;
  @is.OptionalWhole() @WholeField(1, 100, 'the recovery in percent') hysteresisPct?: number;
  @is.OptionalWhole() @WholeField(0, 527_040, 'the pause in minutes') rearmMinutes?: number;

  @is.OptionalField({ type: Boolean })
  @IsBoolean({ message: 'Mail is sent or not: true or false.' })
  mail?: boolean;

  @is.OptionalField({ type: 'integer', isArray: true })
  @IsArray({ message: 'List the numbers of endpoints.' })
  @ArrayMaxSize(100, { message: 'Those are too many endpoints.' })
  @WholeField(1, MAX_ID, 'endpoints', true)
  endpointIds?: number[];

  @is.OptionalTextOrNull() @Matches(TIME, A_TIME) quietFrom?: string | null;
  @is.OptionalTextOrNull() @Matches(TIME, A_TIME) quietUntil?: string | null;
  @is.OptionalTextOrNull() @Matches(TIME, A_TIME) digestAt?: string | null;
  @is.OptionalText() @TextField(64, 'a time zone like Europe/Paris') timeZone?: string;
}

/** Request fields by their names in libs/alerts and the store. */
export const RULE_FIELDS = {
  kind: 'kind',
  name: 'name',
  watch: 'scope',
  setNumbers: 'setNumbers',
  brickfolioId: 'brickfolioId',
  endpointIds: 'endpointIds',
  retailer: 'retailer',
  belowCents: 'belowCents',
  minChangeCents: 'minChangeCents',
  minChangePct: 'minChangePct',
  hysteresisPct: 'hysteresisPct',
  rearmMinutes: 'rearmMinutes',
  timeZone: 'timeZone',
} as const;

/** Uses the type's default conditions. */
export function ruleOf(kinds: EventKinds, body: RuleBody): NewAlertRule {
  const kind = kinds.findWatchable(body.kind);
  if (kind === null) throw new InvalidInputError('Choose what to be alerted about.', 'kind');
  const usual = defaultConditions(kind);
  return {
    name: body.name.trim(),
    kind: kind.name,
    watch: watchOf(body),
    retailer: body.retailer ?? null,
    belowCents: body.belowCents ?? null,
    minChangeCents: body.minChangeCents ?? usual.minChangeCents,
    minChangePct: body.minChangePct ?? usual.minChangePct,
    hysteresisPct: body.hysteresisPct ?? usual.hysteresisPct,
    rearmMinutes: body.rearmMinutes ?? usual.rearmMinutes,
    mail: body.mail ?? false,
    endpointIds: [...new Set(body.endpointIds)],
    schedule: scheduleOf(body),
  };
}

function watchOf({ scope, brickfolioId, setNumbers }: RuleBody): RuleScope {
  if (scope === 'sets') return { scope, setNumbers: [...new Set(setNumbers)] };
  // 0 is no brickfolio's id.
  return scope === 'brickfolio' ? { scope, brickfolioId: brickfolioId ?? 0 } : { scope };
}

function scheduleOf({ quietFrom, quietUntil, digestAt, timeZone }: RuleBody): MailSchedule {
  return {
    quiet:
      quietFrom == null || quietUntil == null
        ? null
        : { fromMinute: minuteOf(quietFrom), untilMinute: minuteOf(quietUntil) },
    digestMinute: digestAt == null ? null : minuteOf(digestAt),
    timeZone: timeZone ?? NO_SCHEDULE.timeZone,
  };
}

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}
