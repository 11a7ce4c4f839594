import { describeEvent, type EventKinds } from '@brickmarket/alerts';
import { asSentence, InvalidInputError } from '@brickmarket/domain';
import type { FeedArea } from '@brickmarket/operations/alerts';
import { describeStake, readStakes, type Stake } from '@brickmarket/operations/resale';
import { type ListedAlert, MAX_UNREAD, type NewestFirst, type SessionRecord } from '@brickmarket/persistence-ports';
import { Body, Controller, Get, HttpCode, Inject, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';
import { CurrentSession } from '../../area/signed-in.guard.ts';
import { AccountError } from '../../http/errors.ts';
import { digits, WholeField } from '../../http/input.ts';
import {
  Flag,
  Moment,
  MomentOrNull,
  OptionalField,
  PartOrNull,
  Parts,
  Text,
  TextOrNull,
  Texts,
  Whole,
  WholeOrNull,
} from '../../openapi/properties.ts';
import { FEED_AREA } from './alert-area.ts';

/** Events and deliveries are numbered beyond 32 bits. */
export const MAX_LOG_ID = Number.MAX_SAFE_INTEGER;
const MAX_PAGE = 100;

/** A page of a list that is newest first. */
export class NewestFirstQuery {
  @OptionalField({ type: 'integer', minimum: 1, maximum: MAX_PAGE, default: 50 })
  @Transform(digits)
  @IsInt({ message: `The limit is a whole number from 1 to ${MAX_PAGE}.` })
  @Min(1)
  @Max(MAX_PAGE)
  limit = 50;

  @OptionalField({ type: 'integer', minimum: 1, maximum: MAX_LOG_ID })
  @Transform(digits)
  @IsInt({ message: '"before" is the number of the last one seen.' })
  @Min(1)
  @Max(MAX_LOG_ID)
  before?: number;
}

/** Reads a page of a list, and the number to ask for the next one with; null: there is none. */
export async function readPage<Item>(
  { limit, before }: NewestFirstQuery,
  read: (page: NewestFirst) => Promise<readonly Item[]>,
  idOf: (item: Item) => number,
): Promise<{ readonly items: readonly Item[]; readonly nextBefore: number | null }> {
  // One more than asked for tells whether there is another page.
  const found = await read({ limit: limit + 1, before: before ?? null });
  const items = found.slice(0, limit);
  return { items, nextBefore: found.length > limit ? idOf(items.at(-1)!) : null };
}

/** Answers bad input at the field of the request that is at fault. */
export async function atField<Result>(
  names: Readonly<Record<string, string>>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const field = error instanceof InvalidInputError && error.field !== undefined ? names[error.field] : undefined;
    if (field === undefined) throw error;
    throw new AccountError('BadRequest', asSentence((error as Error).message), field);
  }
}

/** What an alert means to the account: what it has, what that cost, and what selling it leaves. */
class StakeView {
  @Text() sentence!: string;
  /** What is kept less what was paid. */
  @WholeOrNull() gain_cents!: number | null;
}

class AlertView {
  /** The number of its event. */
  @Whole() id!: number;
  @Text() kind!: string;
  @Text() summary!: string;
  @TextOrNull() set_number!: string | null;
  @PartOrNull(() => StakeView) stake!: StakeView | null;
  /** Of the rules that made it, as far as they still exist. */
  @Texts() rules!: string[];
  @Moment() at!: string;
  @MomentOrNull() read_at!: string | null;
}

class InboxPage {
  @Parts(() => AlertView) alerts!: AlertView[];
  @WholeOrNull() next_before!: number | null;
}

class UnreadView {
  @Whole() unread!: number;
  /** Whether there are more than are counted. */
  @Flag() is_more!: boolean;
}

class ReadBody {
  @Whole() @WholeField(1, MAX_LOG_ID, 'the number of the newest alert that was read') through!: number;
}

@ApiTags('Alerts')
@Controller('account/api/alerts')
export class InboxController {
  constructor(@Inject(FEED_AREA) private readonly area: FeedArea) {}

  @Get()
  @ApiOkResponse({ type: InboxPage })
  async listAlerts(
    @Query() query: NewestFirstQuery,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<InboxPage> {
    const { items, nextBefore } = await readPage(
      query,
      (page) => this.area.inbox.list(accountId, page),
      ({ event }) => event.id,
    );
    const { kinds, stakes: area, account } = this.area;
    const events = items.map(({ event }) => event);
    const stakes = await readStakes(area, accountId, events, account.clock.now());
    const alerts = items.map((alert) => alertView(kinds, alert, stakes.get(alert.event.id) ?? null));
    return { alerts, next_before: nextBefore };
  }

  @Get('unread')
  @ApiOkResponse({ type: UnreadView })
  async countUnread(@CurrentSession() { accountId }: SessionRecord): Promise<UnreadView> {
    const counted = await this.area.inbox.countUnread(accountId);
    return { unread: Math.min(counted, MAX_UNREAD - 1), is_more: counted >= MAX_UNREAD };
  }

  @Post('read')
  @HttpCode(200)
  @ApiOkResponse({ type: UnreadView })
  async markRead(@Body() { through }: ReadBody, @CurrentSession() session: SessionRecord): Promise<UnreadView> {
    await this.area.inbox.markRead(session.accountId, through, this.area.account.clock.now());
    return this.countUnread(session);
  }
}

function alertView(kinds: EventKinds, { event, readAt, ruleNames }: ListedAlert, stake: Stake | null): AlertView {
  const sentence = stake && describeStake(stake);
  return {
    id: event.id,
    kind: event.kind,
    summary: describeEvent(kinds, event),
    set_number: event.facts.setNumber ?? null,
    stake: sentence === null ? null : { sentence, gain_cents: stake!.gainCents },
    rules: [...ruleNames],
    at: event.occurredAt.toISOString(),
    read_at: readAt?.toISOString() ?? null,
  };
}
