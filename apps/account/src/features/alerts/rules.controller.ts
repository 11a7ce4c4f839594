import { defaultConditions, describeEvent, describeRule, NO_SCHEDULE } from '@brickmarket/alerts';
import {
  type AlertRule,
  EVENT_KINDS,
  type EventKind,
  type MailSchedule,
  type Retailer,
  RETAILERS,
  type RuleScope,
} from '@brickmarket/domain';
import {
  addRule,
  type AlertArea,
  changeOwnRule,
  MAX_RULES,
  removeOwnRule,
  switchOwnRule,
  tryRule,
} from '@brickmarket/operations/alerts';
import type { NewAlertRule, SessionRecord } from '@brickmarket/persistence-ports';
import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiParam,
  ApiProperty,
  ApiPropertyOptional,
  ApiTags,
} from '@nestjs/swagger';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  Min,
} from 'class-validator';
import { CurrentSession } from '../../area/signed-in.guard.ts';
import { RecordIdPipe, TextField, WholeField } from '../../http/input.ts';
import {
  Flag,
  Moment,
  MomentOrNull,
  OneOf,
  OptionalText,
  OptionalTextOrNull,
  OptionalWhole,
  OptionalWholeOrNull,
  Parts,
  Text,
  Texts,
  TextOrNull,
  Whole,
  WholeOrNull,
} from '../../openapi/properties.ts';
import { ALERT_AREA, atField } from './inbox.controller.ts';

const SCOPES = ['holdings', 'brickfolio', 'sets', 'account'] as const;
const MAX_ID = 2_147_483_647;
const MAX_CENTS = 100_000_000;
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const A_TIME = { message: 'Write a time like 08:00.' };
const SHOWN_FIRINGS = 20;

class RuleBody {
  @Text() @TextField(100, 'a name for the rule') name!: string;

  @OneOf(...EVENT_KINDS) @IsIn(EVENT_KINDS, { message: 'Choose what to be told about.' }) kind!: EventKind;

  @OneOf(...SCOPES)
  @IsIn(SCOPES, { message: `What is watched is one of ${SCOPES.join(', ')}.` })
  scope!: RuleScope['scope'];

  @OptionalWholeOrNull() @IsOptional() @WholeField(1, MAX_ID, 'a brickfolio') brickfolio_id?: number | null;

  @ApiPropertyOptional({ type: String, isArray: true })
  @IsOptional()
  @IsArray({ message: 'List the sets by their numbers.' })
  @ArrayMaxSize(1_000, { message: 'A rule lists at most 1000 sets.' })
  @IsString({ each: true, message: 'List the sets by their numbers.' })
  @Matches(/^[\w.-]{1,50}$/, { each: true, message: 'A set number looks like 75192-1.' })
  set_numbers?: string[];

  @ApiPropertyOptional({ type: String, enum: [...RETAILERS], nullable: true })
  @IsOptional()
  @IsIn(RETAILERS, { message: `The retailer is one of ${RETAILERS.join(', ')}.` })
  retailer?: Retailer | null;

  @OptionalWholeOrNull()
  @IsOptional()
  @IsInt({ message: 'Write a price in dollars, like 49.99.' })
  @Min(1, { message: 'The price limit is at least $0.01.' })
  @Max(MAX_CENTS, { message: 'The price limit is at most $1,000,000.' })
  below_cents?: number | null;

  @OptionalWhole()
  @IsOptional()
  @IsInt({ message: 'Write an amount in dollars, like 5.00.' })
  @Min(0, { message: 'The least change is not negative.' })
  @Max(MAX_CENTS, { message: 'The least change is at most $1,000,000.' })
  min_change_cents?: number;

  @OptionalWhole() @IsOptional() @WholeField(0, 100, 'the least change in percent') min_change_pct?: number;
  @OptionalWhole() @IsOptional() @WholeField(1, 100, 'the recovery in percent') hysteresis_pct?: number;
  @OptionalWhole() @IsOptional() @WholeField(0, 527_040, 'the pause in minutes') rearm_minutes?: number;

  @ApiPropertyOptional({ type: Boolean })
  @IsOptional()
  @IsBoolean({ message: 'Mail is sent or not: true or false.' })
  mail?: boolean;

  @ApiPropertyOptional({ type: 'integer', isArray: true })
  @IsOptional()
  @IsArray({ message: 'List the numbers of endpoints.' })
  @ArrayMaxSize(100, { message: 'Those are too many endpoints.' })
  @WholeField(1, MAX_ID, 'endpoints', true)
  endpoint_ids?: number[];

  @OptionalTextOrNull() @IsOptional() @Matches(TIME, A_TIME) quiet_from?: string | null;
  @OptionalTextOrNull() @IsOptional() @Matches(TIME, A_TIME) quiet_until?: string | null;
  @OptionalTextOrNull() @IsOptional() @Matches(TIME, A_TIME) digest_at?: string | null;
  @OptionalText() @IsOptional() @TextField(64, 'a time zone like Europe/Paris') time_zone?: string;
}

class RuleView {
  @Whole() id!: number;
  @Text() name!: string;
  /** What it will tell and where, in words. */
  @Text() sentence!: string;
  @OneOf(...EVENT_KINDS) kind!: string;
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

class RuleList {
  @Parts(() => RuleView) rules!: RuleView[];
  @Whole() max_rules!: number;
}

class FiringView {
  @Moment() at!: string;
  @Text() summary!: string;
}

class TriedRule {
  @Text() sentence!: string;
  /** How often it would have fired in the past year. */
  @Whole() count!: number;
  /** The latest of them, newest first. */
  @Parts(() => FiringView) latest!: FiringView[];
}

/** The fields of a request, by what the rules of libs/alerts and the store call them. */
const FIELDS = {
  name: 'name',
  watch: 'scope',
  setNumbers: 'set_numbers',
  brickfolioId: 'brickfolio_id',
  endpointIds: 'endpoint_ids',
  retailer: 'retailer',
  belowCents: 'below_cents',
  minChangeCents: 'min_change_cents',
  minChangePct: 'min_change_pct',
  hysteresisPct: 'hysteresis_pct',
  rearmMinutes: 'rearm_minutes',
  timeZone: 'time_zone',
} as const;

@ApiTags('Alerts')
@Controller('account/api/alerts/rules')
export class RulesController {
  constructor(@Inject(ALERT_AREA) private readonly area: AlertArea) {}

  @Get()
  @ApiOkResponse({ type: RuleList })
  async listRules(@CurrentSession() { accountId }: SessionRecord): Promise<RuleList> {
    const [rules, names] = await Promise.all([this.area.rules.list(accountId), this.#brickfolioNames(accountId)]);
    return { rules: rules.map((rule) => ruleView(rule, names)), max_rules: MAX_RULES };
  }

  @Post()
  @ApiCreatedResponse({ type: RuleView })
  async createRule(@Body() body: RuleBody, @CurrentSession() { accountId }: SessionRecord): Promise<RuleView> {
    const created = await atField(FIELDS, () =>
      addRule(this.area.rules, accountId, ruleOf(body), this.area.account.clock),
    );
    return ruleView(created, await this.#brickfolioNames(accountId));
  }

  /** What a rule would say and when it would have fired, without adding it. */
  @Post('try')
  @HttpCode(200)
  @ApiOkResponse({ type: TriedRule })
  async tryRule(@Body() body: RuleBody, @CurrentSession() { accountId }: SessionRecord): Promise<TriedRule> {
    const rule = ruleOf(body);
    const fired = await atField(FIELDS, () => tryRule(this.area.rules, accountId, rule, this.area.account.clock));
    return {
      sentence: sentenceOf(rule, await this.#brickfolioNames(accountId)),
      count: fired.length,
      latest: fired
        .slice(-SHOWN_FIRINGS)
        .toReversed()
        .map((event) => ({ at: event.occurredAt.toISOString(), summary: describeEvent(event) })),
    };
  }

  @Post(':id')
  @HttpCode(200)
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiOkResponse({ type: RuleView })
  async changeRule(
    @Param('id', RecordIdPipe) id: number,
    @Body() body: RuleBody,
    @CurrentSession() session: SessionRecord,
  ): Promise<RuleView> {
    const changed = await atField(FIELDS, () => changeOwnRule(this.area, session, id, ruleOf(body)));
    return ruleView(changed, await this.#brickfolioNames(session.accountId));
  }

  @Post(':id/pause')
  @HttpCode(204)
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiNoContentResponse()
  pauseRule(@Param('id', RecordIdPipe) id: number, @CurrentSession() session: SessionRecord): Promise<void> {
    return switchOwnRule(this.area, session, id, false);
  }

  @Post(':id/resume')
  @HttpCode(204)
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiNoContentResponse()
  resumeRule(@Param('id', RecordIdPipe) id: number, @CurrentSession() session: SessionRecord): Promise<void> {
    return switchOwnRule(this.area, session, id, true);
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiNoContentResponse()
  deleteRule(@Param('id', RecordIdPipe) id: number, @CurrentSession() session: SessionRecord): Promise<void> {
    return removeOwnRule(this.area, session, id);
  }

  async #brickfolioNames(accountId: number): Promise<ReadonlyMap<number, string>> {
    const listed = await this.area.book.listBrickfolios(accountId);
    return new Map(listed.map(({ brickfolio }) => [brickfolio.id, brickfolio.name]));
  }
}

/** A rule with the usual conditions of its kind where nothing else is said. */
function ruleOf(body: RuleBody): NewAlertRule {
  const usual = defaultConditions(body.kind);
  return {
    name: body.name.trim(),
    kind: body.kind,
    watch: watchOf(body),
    retailer: body.retailer ?? null,
    belowCents: body.below_cents ?? null,
    minChangeCents: body.min_change_cents ?? usual.minChangeCents,
    minChangePct: body.min_change_pct ?? usual.minChangePct,
    hysteresisPct: body.hysteresis_pct ?? usual.hysteresisPct,
    rearmMinutes: body.rearm_minutes ?? usual.rearmMinutes,
    mail: body.mail ?? false,
    endpointIds: [...new Set(body.endpoint_ids)],
    schedule: scheduleOf(body),
  };
}

function watchOf({ scope, brickfolio_id: brickfolioId, set_numbers: setNumbers }: RuleBody): RuleScope {
  if (scope === 'sets') return { scope, setNumbers: [...new Set(setNumbers)] };
  // None given is the number of no brickfolio.
  return scope === 'brickfolio' ? { scope, brickfolioId: brickfolioId ?? 0 } : { scope };
}

function scheduleOf({ quiet_from, quiet_until, digest_at, time_zone }: RuleBody): MailSchedule {
  return {
    quiet:
      quiet_from == null || quiet_until == null
        ? null
        : { fromMinute: minuteOf(quiet_from), untilMinute: minuteOf(quiet_until) },
    digestMinute: digest_at == null ? null : minuteOf(digest_at),
    timeZone: time_zone ?? NO_SCHEDULE.timeZone,
  };
}

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

function timeOf(minute: number | null): string | null {
  if (minute === null) return null;
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

function sentenceOf(rule: NewAlertRule, names: ReadonlyMap<number, string>): string {
  const { watch } = rule;
  const brickfolioName = watch.scope === 'brickfolio' ? (names.get(watch.brickfolioId) ?? null) : null;
  return describeRule({ ...rule, brickfolioName });
}

function ruleView(rule: AlertRule, names: ReadonlyMap<number, string>): RuleView {
  const { watch, schedule } = rule;
  return {
    id: rule.id,
    name: rule.name,
    sentence: sentenceOf(rule, names),
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
