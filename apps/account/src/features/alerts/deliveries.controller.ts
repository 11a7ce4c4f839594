import { describeEvent, type EventKinds } from '@brickmarket/alerts';
import { parseInstant } from '@brickmarket/domain';
import { type AlertArea, getOwnEndpoint, replayOwn } from '@brickmarket/operations/alerts';
import type { DeliveryRecord, ReplaySelection, SessionRecord } from '@brickmarket/persistence-ports';
import { Body, Controller, Get, Inject, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';
import { CurrentSession } from '../../area/signed-in.guard.ts';
import { Ok } from '../../http/declared-answers.ts';
import { AccountError } from '../../http/errors.ts';
import { RecordId, TextField, WholeField } from '../../http/input.ts';
import { LogQuery, MAX_LOG_ID, readPage } from '../../http/newest-first.ts';
import * as is from '../../http/properties.ts';
import { ALERT_AREA } from './alert-area.ts';
import { endpointView, EndpointView } from './endpoint-view.ts';

const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;

class ReplayBody {
  @is.OptionalWhole() @WholeField(1, MAX_LOG_ID, 'the number of a delivery') deliveryId?: number;

  @is.OptionalField({ type: Boolean })
  @IsBoolean({ message: 'All that failed: true.' })
  failed?: boolean;

  @is.OptionalText() @TextField(40, 'a time with its offset') since?: string;
}

class AttemptView {
  @is.Moment() startedAt!: Date;
  @is.Whole() durationMs!: number;
  @is.WholeOrNull() status!: number | null;
  @is.TextOrNull() error!: string | null;
  @is.TextOrNull() excerpt!: string | null;
}

class DeliveryView {
  @is.Whole() id!: number;
  @is.Text() messageId!: string;
  @is.OneOf(...DELIVERY_STATES) state!: string;
  /** Next attempt; in the past unless pending. */
  @is.Moment() dueAt!: Date;
  @is.Text() kind!: string;
  @is.Text() summary!: string;
  @is.TextOrNull() setNumber!: string | null;
  @is.Moment() at!: Date;
  @is.Parts(() => AttemptView) attempts!: readonly AttemptView[];
}

class DeliveryPage {
  @is.Part(() => EndpointView) endpoint!: EndpointView;
  @is.Parts(() => DeliveryView) deliveries!: readonly DeliveryView[];
  @is.WholeOrNull() nextBefore!: number | null;
}

class ReplayedView {
  @is.Whole() replayed!: number;
  /** Deliveries that a limit holds back until then. */
  @is.Whole() waiting!: number;
  @is.MomentOrNull() retryAt!: Date | null;
}

@ApiTags('Alerts')
@Controller('account/api/alerts/endpoints')
export class DeliveriesController {
  constructor(@Inject(ALERT_AREA) private readonly area: AlertArea) {}

  @Get(':id/deliveries')
  @Ok(DeliveryPage)
  async listDeliveries(
    @RecordId() id: number,
    @Query() query: LogQuery,
    @CurrentSession() session: SessionRecord,
  ): Promise<DeliveryPage> {
    const endpoint = await getOwnEndpoint(this.area, session, id);
    const { items, nextBefore } = await readPage(
      query,
      (page) => this.area.inbox.listDeliveries(session.accountId, { ...page, endpointId: id }),
      (delivery) => delivery.id,
    );
    return {
      endpoint: endpointView(endpoint),
      deliveries: items.map((delivery) => deliveryView(this.area.kinds, delivery)),
      nextBefore,
    };
  }

  @Post(':id/replay')
  @Ok(ReplayedView)
  replayDeliveries(
    @RecordId() id: number,
    @Body() body: ReplayBody,
    @CurrentSession() session: SessionRecord,
  ): Promise<ReplayedView> {
    return replayOwn(this.area, session, id, selectionOf(body));
  }
}

function selectionOf({ deliveryId, failed, since }: ReplayBody): ReplaySelection {
  if ([deliveryId, failed || undefined, since].filter((given) => given !== undefined).length !== 1)
    throw new AccountError(
      'BadRequest',
      'Say which to send again: one delivery, all that failed, or all since a time.',
    );
  if (deliveryId !== undefined) return { deliveryId };
  if (since === undefined) return { allFailed: true };
  const instant = parseInstant(since);
  if (instant === null) throw new AccountError('BadRequest', 'Write a time like 2026-11-15T00:00:00Z.', 'since');
  return { since: instant };
}

function deliveryView(kinds: EventKinds, delivery: DeliveryRecord): DeliveryView {
  const { kind, facts, occurredAt: at } = delivery.event;
  const summary = describeEvent(kinds, delivery.event);
  return { ...delivery, kind, summary, setNumber: facts.setNumber ?? null, at };
}
