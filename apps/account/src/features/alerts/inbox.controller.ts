import { describeEvent, type EventKinds } from '@brickmarket/alerts';
import { asSentence, InvalidInputError } from '@brickmarket/domain';
import { AccountId } from '@brickmarket/extension';
import type { FeedArea } from '@brickmarket/operations/alerts';
import { describeStake, readStakes, type Stake } from '@brickmarket/operations/resale';
import { type ListedAlert, MAX_UNREAD } from '@brickmarket/persistence-ports';
import { Body, Controller, Get, Inject, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Ok } from '../../http/declared-answers.ts';
import { AccountError } from '../../http/errors.ts';
import { WholeField } from '../../http/input.ts';
import { LogQuery, MAX_LOG_ID, readPage } from '../../http/newest-first.ts';
import * as is from '../../http/properties.ts';
import { FEED_AREA } from './alert-area.ts';

/** Maps invalid input to the request's field. */
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

/** Holdings, cost and proceeds behind an alert. */
class StakeView {
  @is.Text() sentence!: string;
  @is.WholeOrNull() gainCents!: number | null;
}

class AlertView {
  @is.Whole() id!: number;
  @is.Text() kind!: string;
  @is.Text() summary!: string;
  @is.TextOrNull() setNumber!: string | null;
  @is.PartOrNull(() => StakeView) stake!: StakeView | null;
  /** Deleted rules are missing. */
  @is.Texts() rules!: readonly string[];
  @is.Moment() at!: Date;
  @is.MomentOrNull() readAt!: Date | null;
}

class InboxPage {
  @is.Parts(() => AlertView) alerts!: readonly AlertView[];
  @is.WholeOrNull() nextBefore!: number | null;
}

class UnreadView {
  @is.Whole() unread!: number;
  /** More than counted. */
  @is.Flag() isMore!: boolean;
}

class ReadBody {
  @is.Whole() @WholeField(1, MAX_LOG_ID, 'the number of the newest alert that was read') through!: number;
}

@ApiTags('Alerts')
@Controller('account/api/alerts')
export class InboxController {
  constructor(@Inject(FEED_AREA) private readonly area: FeedArea) {}

  @Get()
  @Ok(InboxPage)
  async listAlerts(@Query() query: LogQuery, @AccountId() accountId: number): Promise<InboxPage> {
    const { items, nextBefore } = await readPage(
      query,
      (page) => this.area.inbox.list(accountId, page),
      ({ event }) => event.id,
    );
    const { kinds, stakes: area, account } = this.area;
    const events = items.map(({ event }) => event);
    const stakes = await readStakes(area, accountId, events, account.clock.now());
    const alerts = items.map((alert) => alertView(kinds, alert, stakes.get(alert.event.id) ?? null));
    return { alerts, nextBefore };
  }

  @Get('unread')
  @Ok(UnreadView)
  async countUnread(@AccountId() accountId: number): Promise<UnreadView> {
    const counted = await this.area.inbox.countUnread(accountId);
    return { unread: Math.min(counted, MAX_UNREAD - 1), isMore: counted >= MAX_UNREAD };
  }

  @Post('read')
  @Ok(UnreadView)
  async markRead(@Body() { through }: ReadBody, @AccountId() accountId: number): Promise<UnreadView> {
    await this.area.inbox.markRead(accountId, through, this.area.account.clock.now());
    return this.countUnread(accountId);
  }
}

function alertView(kinds: EventKinds, { event, readAt, ruleNames }: ListedAlert, stake: Stake | null): AlertView {
  const sentence = stake && describeStake(stake);
  return {
    id: event.id,
    kind: event.kind,
    summary: describeEvent(kinds, event),
    setNumber: event.facts.setNumber ?? null,
    stake: sentence === null ? null : { sentence, gainCents: stake!.gainCents },
    rules: ruleNames,
    at: event.occurredAt,
    readAt,
  };
}
