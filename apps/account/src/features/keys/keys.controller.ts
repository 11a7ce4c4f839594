import {
  attempt,
  createOwnKey,
  getOwnKey,
  type KeyArea,
  type KeyToday,
  type OwnRouteUse,
  MAX_ACTIVE_KEYS,
  reportOwnUsage,
  revokeOwnKey,
  rotateOwnKey,
  type RotationOverlap,
  type Visitor,
} from '@brickmarket/operations/identity';
import { isApiKeyFormat, type OwnApiKey, type SessionRecord } from '@brickmarket/persistence-ports';
import { Body, Controller, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiParam, ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { ACCOUNT_AREA } from '../../area/area.module.ts';
import { CurrentSession, CurrentVisitor } from '../../area/signed-in.guard.ts';
import { ACCOUNT_CONFIG, type AccountConfig } from '../../config/config.ts';
import { AccountError } from '../../http/errors.ts';
import { NameField, RecordIdPipe, TextField } from '../../http/input.ts';
import {
  Moment,
  MomentOrNull,
  OneOf,
  OptionalField,
  OptionalText,
  Part,
  Parts,
  Text,
  TextOrNull,
  Whole,
} from '../../openapi/properties.ts';

const EXPIRY_DAYS = [30, 90, 365];
const OVERLAPS: readonly RotationOverlap[] = ['now', '1h', '24h'];
const STATES = ['active', 'expired', 'revoked'];

class NewKeyBody {
  @Text() @NameField(400, 'a name for the key') name!: string;

  @OptionalField({ type: 'integer', enum: EXPIRY_DAYS })
  @IsIn(EXPIRY_DAYS, { message: 'A key expires after 30, 90 or 365 days, on a date, or never.' })
  expires_in_days?: number;

  @OptionalText() @TextField(40, 'a date with its time and offset') expires_at?: string;
}

class RotationBody {
  @OneOf(...OVERLAPS)
  @IsIn(OVERLAPS, { message: 'The old key goes on working for "1h", "24h", or ends "now".' })
  overlap!: RotationOverlap;
}

class KeyTextBody {
  @Text() @TextField(100, 'a key') key!: string;
}

class KeyView {
  @Whole() id!: number;
  @Text() name!: string;
  @Text() last4!: string;
  @OneOf(...STATES) state!: string;
  @Whole() daily_limit!: number;
  @Whole() used_today!: number;
  /** What keys that it replaces have used today: it counts against the daily limit too. */
  @Whole() carried_today!: number;
  @Moment() created_at!: string;
  @MomentOrNull() expires_at!: string | null;
  @MomentOrNull() revoked_at!: string | null;
  @MomentOrNull() first_used_at!: string | null;
  @MomentOrNull() last_used_at!: string | null;
}

class KeyList {
  @Parts(() => KeyView) keys!: KeyView[];
  @Whole() active!: number;
  @Whole() max_active!: number;
}

class CreatedKey {
  @Text() key!: string;
  @Part(() => KeyView) record!: KeyView;
}

class RotatedKeyView extends CreatedKey {
  @Part(() => KeyView) previous!: KeyView;
}

class KeyUse {
  @MomentOrNull() first_used_at!: string | null;
  @MomentOrNull() last_used_at!: string | null;
  @Whole() used_today!: number;
}

class KeyCheck {
  @ApiProperty({ type: 'integer', nullable: true }) status!: number | null;
  @TextOrNull() code!: string | null;
  @Text() message!: string;
}

class KeyTodayView {
  @Whole() id!: number;
  @Text() name!: string;
  @Text() last4!: string;
  @OneOf(...STATES) state!: string;
  @Whole() daily_limit!: number;
  @Whole() used_today!: number;
  /** What keys that it replaces have used today: it counts against the daily limit too. */
  @Whole() carried_today!: number;
  @Whole() remaining!: number;
  @MomentOrNull() exhausted_at!: string | null;
  @Text() forecast!: string;
}

class KeyOfDay {
  @Whole() id!: number;
  @Whole() used!: number;
}

class UsedDayView {
  @Text() day!: string;
  @Whole() used!: number;
  @Parts(() => KeyOfDay) keys!: KeyOfDay[];
}

/** What a key has asked of a route: requests, what they cost of the allowance, and how many were answered 429. */
class RouteUseView {
  @Whole() key_id!: number;
  @Text() route!: string;
  @Whole() requests_today!: number;
  @Whole() charged_today!: number;
  @Whole() refused_today!: number;
  @Whole() requests!: number;
  @Whole() charged!: number;
  @Whole() refused!: number;
}

class UsageView {
  @Text() day!: string;
  @Moment() as_of!: string;
  @Moment() resets_at!: string;
  @Parts(() => KeyTodayView) keys!: KeyTodayView[];
  @Parts(() => UsedDayView) days!: UsedDayView[];
  /** Of the same days. */
  @Parts(() => RouteUseView) routes!: RouteUseView[];
}

const CHECK_TIMEOUT_MS = 5_000;

@ApiTags('Keys')
@Controller('account/api')
export class KeysController {
  constructor(
    @Inject(ACCOUNT_AREA) private readonly area: KeyArea,
    @Inject(ACCOUNT_CONFIG) private readonly config: AccountConfig,
  ) {}

  @Get('keys')
  @ApiOkResponse({ type: KeyList })
  async listKeys(@CurrentSession() { accountId }: SessionRecord): Promise<KeyList> {
    const keys = await this.area.keys.list(accountId);
    return {
      keys: keys.map(keyView),
      active: keys.filter(({ state }) => state === 'active').length,
      max_active: MAX_ACTIVE_KEYS,
    };
  }

  @Post('keys')
  @ApiCreatedResponse({ type: CreatedKey })
  async createKey(
    @Body() { name, expires_in_days: expiresInDays, expires_at: expiresAt }: NewKeyBody,
    @CurrentSession() session: SessionRecord,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<CreatedKey> {
    const { key, record } = await createOwnKey(this.area, session, { name, expiresInDays, expiresAt }, visitor);
    return { key, record: keyView(record) };
  }

  @Post('keys/check')
  @HttpCode(200)
  @ApiOkResponse({ type: KeyCheck })
  async checkKey(
    @Body() { key }: KeyTextBody,
    @CurrentSession() { accountId }: SessionRecord,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<KeyCheck> {
    if (!isApiKeyFormat(key)) throw new AccountError('BadRequest', 'This is not a key: a key begins with bmk_.', 'key');
    await attempt(this.area, 'key-check', { account: String(accountId), accountId, visitor }, async () => false);
    return askApi(`${this.config.apiInternalUrl}/catalog/themes`, key);
  }

  @Post('keys/:id/rotate')
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiCreatedResponse({ type: RotatedKeyView })
  async rotateKey(
    @Param('id', RecordIdPipe) id: number,
    @Body() { overlap }: RotationBody,
    @CurrentSession() session: SessionRecord,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<RotatedKeyView> {
    const { key, record, previous } = await rotateOwnKey(this.area, session, id, overlap, visitor);
    return { key, record: keyView(record), previous: keyView(previous) };
  }

  @Post('keys/:id/revoke')
  @HttpCode(200)
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiOkResponse({ type: KeyView })
  async revokeKey(
    @Param('id', RecordIdPipe) id: number,
    @CurrentSession() session: SessionRecord,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<KeyView> {
    return keyView(await revokeOwnKey(this.area, session, id, visitor));
  }

  @Get('keys/:id/use')
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiOkResponse({ type: KeyUse })
  async getKeyUse(@Param('id', RecordIdPipe) id: number, @CurrentSession() session: SessionRecord): Promise<KeyUse> {
    const { first_used_at, last_used_at, used_today } = keyView(await getOwnKey(this.area, session, id));
    return { first_used_at, last_used_at, used_today };
  }

  @Get('usage')
  @ApiOkResponse({ type: UsageView })
  async getUsage(@CurrentSession() session: SessionRecord): Promise<UsageView> {
    const { day, asOf, resetsAt, keys, days, routes } = await reportOwnUsage(this.area, session);
    return {
      day,
      as_of: asOf.toISOString(),
      resets_at: resetsAt.toISOString(),
      keys: keys.map(keyTodayView),
      days: days.map((used) => ({ ...used, keys: [...used.keys] })),
      routes: routes.map(routeUseView),
    };
  }
}

/** One real request with a key, so that its owner sees what others would. */
async function askApi(url: string, key: string): Promise<KeyCheck> {
  try {
    const answer = await fetch(url, {
      headers: { authorization: `Bearer ${key}` },
      redirect: 'error',
      signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
    });
    if (answer.ok) {
      await answer.body?.cancel();
      return { status: answer.status, code: null, message: 'The API accepts this key.' };
    }
    const { error } = (await answer.json()) as { error: { code: string; message: string } };
    return { status: answer.status, code: error.code, message: error.message };
  } catch {
    return { status: null, code: null, message: 'The API could not be reached. Please try again.' };
  }
}

function keyView(key: OwnApiKey): KeyView {
  return {
    id: key.id,
    name: key.name,
    last4: key.last4,
    state: key.state,
    daily_limit: key.dailyLimit,
    used_today: key.usedToday,
    carried_today: key.carriedToday,
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    first_used_at: key.firstUsedAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
  };
}

function routeUseView({ keyId, route, today, period }: OwnRouteUse): RouteUseView {
  return {
    key_id: keyId,
    route,
    requests_today: today.requests,
    charged_today: today.charged,
    refused_today: today.refused,
    requests: period.requests,
    charged: period.charged,
    refused: period.refused,
  };
}

function keyTodayView(key: KeyToday): KeyTodayView {
  return {
    id: key.id,
    name: key.name,
    last4: key.last4,
    state: key.state,
    daily_limit: key.dailyLimit,
    used_today: key.usedToday,
    carried_today: key.carriedToday,
    remaining: key.remaining,
    exhausted_at: key.exhaustedAt?.toISOString() ?? null,
    forecast: key.forecast,
  };
}
