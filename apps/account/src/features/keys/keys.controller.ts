import { AccountId } from '@brickmarket/extension';
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
  type OwnSession,
} from '@brickmarket/operations/identity';
import { isApiKeyFormat, type SessionRecord } from '@brickmarket/persistence-ports';
import { Body, Controller, Get, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { ACCOUNT_AREA } from '../../area/area.module.ts';
import { CurrentSession } from '../../area/signed-in.guard.ts';
import { ACCOUNT_CONFIG, type AccountConfig } from '../../config/config.ts';
import { Created, Ok } from '../../http/declared-answers.ts';
import { AccountError } from '../../http/errors.ts';
import { NameField, RecordId, TextField } from '../../http/input.ts';
import * as is from '../../http/properties.ts';

const EXPIRY_DAYS = [30, 90, 365];
const OVERLAPS: readonly RotationOverlap[] = ['now', '1h', '24h'];
const STATES = ['active', 'expired', 'revoked'];

class NewKeyBody {
  @is.Text() @NameField(400, 'a name for the key') name!: string;

  @is.OptionalField({ type: 'integer', enum: EXPIRY_DAYS })
  @IsIn(EXPIRY_DAYS, { message: 'A key expires after 30, 90 or 365 days, on a date, or never.' })
  expiresInDays?: number;

  @is.OptionalText() @TextField(40, 'a date with its time and offset') expiresAt?: string;
}

class RotationBody {
  @is.OneOf(...OVERLAPS)
  @IsIn(OVERLAPS, { message: 'The overlap must be "1h", "24h" or "now".' })
  overlap!: RotationOverlap;
}

class KeyTextBody {
  @is.Text() @TextField(100, 'a key') key!: string;
}

class KeyView {
  @is.Whole() id!: number;
  @is.Text() name!: string;
  @is.Text() last4!: string;
  @is.OneOf(...STATES) state!: string;
  @is.Whole() dailyLimit!: number;
  @is.Whole() usedToday!: number;
  /** Used today by the keys it replaced; counts against the quota. */
  @is.Whole() carriedToday!: number;
  @is.Moment() createdAt!: Date;
  @is.MomentOrNull() expiresAt!: Date | null;
  @is.MomentOrNull() revokedAt!: Date | null;
  @is.MomentOrNull() firstUsedAt!: Date | null;
  @is.MomentOrNull() lastUsedAt!: Date | null;
}

class KeyList {
  @is.Parts(() => KeyView) keys!: readonly KeyView[];
  @is.Whole() active!: number;
  @is.Whole() maxActive!: number;
}

class CreatedKey {
  @is.Text() key!: string;
  @is.Part(() => KeyView) record!: KeyView;
}

class RotatedKeyView extends CreatedKey {
  @is.Part(() => KeyView) previous!: KeyView;
}

class KeyUse {
  @is.MomentOrNull() firstUsedAt!: Date | null;
  @is.MomentOrNull() lastUsedAt!: Date | null;
  @is.Whole() usedToday!: number;
}

class KeyCheck {
  @is.WholeOrNull() status!: number | null;
  @is.TextOrNull() code!: string | null;
  @is.Text() message!: string;
}

class KeyTodayView extends KeyView {
  @is.Whole() remaining!: number;
  @is.MomentOrNull() exhaustedAt!: Date | null;
  @is.Text() forecast!: string;
}

class KeyOfDay {
  @is.Whole() id!: number;
  @is.Whole() used!: number;
}

class UsedDayView {
  @is.Text() day!: string;
  @is.Whole() used!: number;
  @is.Parts(() => KeyOfDay) keys!: readonly KeyOfDay[];
}

/** Requests, quota cost, and 429 responses. */
class RouteCounts {
  @is.Whole() requests!: number;
  @is.Whole() charged!: number;
  @is.Whole() refused!: number;
}

class RouteUseView {
  @is.Whole() keyId!: number;
  @is.Text() route!: string;
  @is.Part(() => RouteCounts) today!: RouteCounts;
  @is.Part(() => RouteCounts) period!: RouteCounts;
}

class UsageView {
  @is.Text() day!: string;
  @is.Moment() asOf!: Date;
  @is.Moment() resetsAt!: Date;
  @is.Parts(() => KeyTodayView) keys!: readonly KeyTodayView[];
  @is.Parts(() => UsedDayView) days!: readonly UsedDayView[];
  /** Same days. */
  @is.Parts(() => RouteUseView) routes!: readonly RouteUseView[];
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
  async listKeys(@AccountId() accountId: number): Promise<KeyList> {
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
    @CurrentSession() session: OwnSession,
  ): Promise<CreatedKey> {
    return createOwnKey(this.area, session, { name, expiresInDays, expiresAt });
  }

  @Post('keys/check')
  @Ok(KeyCheck)
  async checkKey(
    @Body() { key }: KeyTextBody,
    @CurrentSession() { accountId, visitor }: OwnSession,
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
    @CurrentSession() session: OwnSession,
  ): Promise<RotatedKeyView> {
    return rotateOwnKey(this.area, session, id, overlap);
  }

  @Post('keys/:id/revoke')
  @Ok(KeyView)
  revokeKey(@RecordId() id: number, @CurrentSession() session: OwnSession): Promise<KeyView> {
    return revokeOwnKey(this.area, session, id);
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
