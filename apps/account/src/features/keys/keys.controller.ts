import {
  attempt,
  createOwnKey,
  getOwnKey,
  type KeyArea,
  MAX_ACTIVE_KEYS,
  reportOwnUsage,
  revokeOwnKey,
  rotateOwnKey,
  type RotationOverlap,
  type Visitor,
} from '@brickmarket/operations/identity';
import { isApiKeyFormat, type SessionRecord } from '@brickmarket/persistence-ports';
import { Body, Controller, Get, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { ACCOUNT_AREA } from '../../area/area.module.ts';
import { CurrentSession, CurrentVisitor } from '../../area/signed-in.guard.ts';
import { ACCOUNT_CONFIG, type AccountConfig } from '../../config/config.ts';
import { Created, Ok } from '../../http/declared-answers.ts';
import { AccountError } from '../../http/errors.ts';
import { NameField, RecordId, TextField } from '../../http/input.ts';
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
  WholeOrNull,
} from '../../http/properties.ts';

const EXPIRY_DAYS = [30, 90, 365];
const OVERLAPS: readonly RotationOverlap[] = ['now', '1h', '24h'];
const STATES = ['active', 'expired', 'revoked'];

class NewKeyBody {
  @Text() @NameField(400, 'a name for the key') name!: string;

  @OptionalField({ type: 'integer', enum: EXPIRY_DAYS })
  @IsIn(EXPIRY_DAYS, { message: 'A key expires after 30, 90 or 365 days, on a date, or never.' })
  expiresInDays?: number;

  @OptionalText() @TextField(40, 'a date with its time and offset') expiresAt?: string;
}

class RotationBody {
  @OneOf(...OVERLAPS)
  @IsIn(OVERLAPS, { message: 'The overlap must be "1h", "24h" or "now".' })
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
  @Whole() dailyLimit!: number;
  @Whole() usedToday!: number;
  /** Used today by the keys it replaced; counts against the quota. */
  @Whole() carriedToday!: number;
  @Moment() createdAt!: Date;
  @MomentOrNull() expiresAt!: Date | null;
  @MomentOrNull() revokedAt!: Date | null;
  @MomentOrNull() firstUsedAt!: Date | null;
  @MomentOrNull() lastUsedAt!: Date | null;
}

class KeyList {
  @Parts(() => KeyView) keys!: readonly KeyView[];
  @Whole() active!: number;
  @Whole() maxActive!: number;
}

class CreatedKey {
  @Text() key!: string;
  @Part(() => KeyView) record!: KeyView;
}

class RotatedKeyView extends CreatedKey {
  @Part(() => KeyView) previous!: KeyView;
}

class KeyUse {
  @MomentOrNull() firstUsedAt!: Date | null;
  @MomentOrNull() lastUsedAt!: Date | null;
  @Whole() usedToday!: number;
}

class KeyCheck {
  @WholeOrNull() status!: number | null;
  @TextOrNull() code!: string | null;
  @Text() message!: string;
}

class KeyTodayView extends KeyView {
  @Whole() remaining!: number;
  @MomentOrNull() exhaustedAt!: Date | null;
  @Text() forecast!: string;
}

class KeyOfDay {
  @Whole() id!: number;
  @Whole() used!: number;
}

class UsedDayView {
  @Text() day!: string;
  @Whole() used!: number;
  @Parts(() => KeyOfDay) keys!: readonly KeyOfDay[];
}

/** Requests, quota cost, and 429 responses. */
class RouteCounts {
  @Whole() requests!: number;
  @Whole() charged!: number;
  @Whole() refused!: number;
}

class RouteUseView {
  @Whole() keyId!: number;
  @Text() route!: string;
  @Part(() => RouteCounts) today!: RouteCounts;
  @Part(() => RouteCounts) period!: RouteCounts;
}

class UsageView {
  @Text() day!: string;
  @Moment() asOf!: Date;
  @Moment() resetsAt!: Date;
  @Parts(() => KeyTodayView) keys!: readonly KeyTodayView[];
  @Parts(() => UsedDayView) days!: readonly UsedDayView[];
  /** Same days. */
  @Parts(() => RouteUseView) routes!: readonly RouteUseView[];
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
  @Ok(KeyList)
  async listKeys(@CurrentSession() { accountId }: SessionRecord): Promise<KeyList> {
    const keys = await this.area.keys.list(accountId);
    return {
      keys,
      active: keys.filter(({ state }) => state === 'active').length,
      maxActive: MAX_ACTIVE_KEYS,
    };
  }

  @Post('keys')
  @Created(CreatedKey)
  createKey(
    @Body() { name, expiresInDays, expiresAt }: NewKeyBody,
    @CurrentSession() session: SessionRecord,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<CreatedKey> {
    return createOwnKey(this.area, session, { name, expiresInDays, expiresAt }, visitor);
  }

  @Post('keys/check')
  @Ok(KeyCheck)
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
  @Created(RotatedKeyView)
  rotateKey(
    @RecordId() id: number,
    @Body() { overlap }: RotationBody,
    @CurrentSession() session: SessionRecord,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<RotatedKeyView> {
    return rotateOwnKey(this.area, session, id, overlap, visitor);
  }

  @Post('keys/:id/revoke')
  @Ok(KeyView)
  revokeKey(
    @RecordId() id: number,
    @CurrentSession() session: SessionRecord,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<KeyView> {
    return revokeOwnKey(this.area, session, id, visitor);
  }

  @Get('keys/:id/use')
  @Ok(KeyUse)
  getKeyUse(@RecordId() id: number, @CurrentSession() session: SessionRecord): Promise<KeyUse> {
    return getOwnKey(this.area, session, id);
  }

  @Get('usage')
  @Ok(UsageView)
  getUsage(@CurrentSession() session: SessionRecord): Promise<UsageView> {
    return reportOwnUsage(this.area, session);
  }
}

/** Real request, so that the owner sees what clients see. */
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
