import { describeEvent, type EventKinds } from '@brickmarket/alerts';
import { parseInstant } from '@brickmarket/domain';
import { type AlertArea, getOwnEndpoint, replayOwn } from '@brickmarket/operations/alerts';
import type { DeliveryRecord, ReplaySelection, SessionRecord } from '@brickmarket/persistence-ports';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';
import { CurrentSession } from '../../area/signed-in.guard.ts';
import { AccountError } from '../../http/errors.ts';
import { RecordIdPipe, TextField, WholeField } from '../../http/input.ts';
import {
  Moment,
  MomentOrNull,
  OneOf,
  OptionalField,
  OptionalText,
  OptionalWhole,
  Part,
  Parts,
  Text,
  TextOrNull,
  Whole,
  WholeOrNull,
} from '../../openapi/properties.ts';
import { ALERT_AREA } from './alert-area.ts';
import { EndpointView, endpointView } from './endpoint-view.ts';
import { MAX_LOG_ID, NewestFirstQuery, readPage } from './inbox.controller.ts';

const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;

class ReplayBody {
  @OptionalWhole() @WholeField(1, MAX_LOG_ID, 'the number of a delivery') delivery_id?: number;

  @OptionalField({ type: Boolean })
  @IsBoolean({ message: 'All that failed: true.' })
  failed?: boolean;

  @OptionalText() @TextField(40, 'a time with its offset') since?: string;
}

class AttemptView {
  @Moment() started_at!: string;
  @Whole() duration_ms!: number;
  @WholeOrNull() status!: number | null;
  @TextOrNull() error!: string | null;
  /** The beginning of the response. */
  @TextOrNull() excerpt!: string | null;
}

class DeliveryView {
  @Whole() id!: number;
  @Text() message_id!: string;
  @OneOf(...DELIVERY_STATES) state!: string;
  /** When it is sent next; of the past when it is not pending. */
  @Moment() due_at!: string;
  @Text() kind!: string;
  @Text() summary!: string;
  @TextOrNull() set_number!: string | null;
  @Moment() at!: string;
  @Parts(() => AttemptView) attempts!: AttemptView[];
}

class DeliveryPage {
  @Part(() => EndpointView) endpoint!: EndpointView;
  @Parts(() => DeliveryView) deliveries!: DeliveryView[];
  @WholeOrNull() next_before!: number | null;
}

class ReplayedView {
  @Whole() replayed!: number;
  /** How many more were meant and may not be sent yet: ask again at that time. */
  @Whole() waiting!: number;
  @MomentOrNull() retry_at!: string | null;
}

/** What was sent to an endpoint, each attempt of it, and sending it again. */
@ApiTags('Alerts')
@Controller('account/api/alerts/endpoints')
export class DeliveriesController {
  constructor(@Inject(ALERT_AREA) private readonly area: AlertArea) {}

  @Get(':id/deliveries')
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiOkResponse({ type: DeliveryPage })
  async listDeliveries(
    @Param('id', RecordIdPipe) id: number,
    @Query() query: NewestFirstQuery,
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
      next_before: nextBefore,
    };
  }

  @Post(':id/replay')
  @HttpCode(200)
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiOkResponse({ type: ReplayedView })
  async replayDeliveries(
    @Param('id', RecordIdPipe) id: number,
    @Body() body: ReplayBody,
    @CurrentSession() session: SessionRecord,
  ): Promise<ReplayedView> {
    const { replayed, waiting, retryAt } = await replayOwn(this.area, session, id, selectionOf(body));
    return { replayed, waiting, retry_at: retryAt?.toISOString() ?? null };
  }
}

function selectionOf({ delivery_id: deliveryId, failed, since }: ReplayBody): ReplaySelection {
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

function deliveryView(
  kinds: EventKinds,
  { id, messageId, state, dueAt, event, attempts }: DeliveryRecord,
): DeliveryView {
  return {
    id,
    message_id: messageId,
    state,
    due_at: dueAt.toISOString(),
    kind: event.kind,
    summary: describeEvent(kinds, event),
    set_number: event.facts.setNumber ?? null,
    at: event.occurredAt.toISOString(),
    attempts: attempts.map((attempt) => ({
      started_at: attempt.startedAt.toISOString(),
      duration_ms: attempt.durationMs,
      status: attempt.status,
      error: attempt.error,
      excerpt: attempt.excerpt,
    })),
  };
}
