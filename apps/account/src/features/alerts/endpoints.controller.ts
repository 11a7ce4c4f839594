import { describeEvent } from '@brickmarket/alerts';
import { parseInstant } from '@brickmarket/domain';
import {
  addOwnEndpoint,
  type AlertArea,
  getOwnEndpoint,
  MAX_ENDPOINTS,
  removeOwnEndpoint,
  replayOwn,
  rotateOwnEndpoint,
  switchOwnEndpoint,
  testOwnEndpoint,
} from '@brickmarket/operations/alerts';
import type { Visitor } from '@brickmarket/operations/identity';
import {
  type DeliveryRecord,
  PAUSED,
  type ReplaySelection,
  type SessionRecord,
  type WebhookEndpoint,
} from '@brickmarket/persistence-ports';
import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiParam,
  ApiPropertyOptional,
  ApiTags,
} from '@nestjs/swagger';
import { IsBoolean, IsOptional, IsString, MaxLength } from 'class-validator';
import { CurrentSession, CurrentVisitor } from '../../area/signed-in.guard.ts';
import { AccountError } from '../../http/errors.ts';
import { RecordIdPipe, TextField, WholeField } from '../../http/input.ts';
import {
  Flag,
  Moment,
  MomentOrNull,
  OneOf,
  OptionalText,
  OptionalWhole,
  Part,
  Parts,
  Text,
  TextOrNull,
  Whole,
  WholeOrNull,
} from '../../openapi/properties.ts';
import { ALERT_AREA, atField, NewestFirstQuery, readPage } from './inbox.controller.ts';

const MAX_ID = 2_147_483_647;
const ENDPOINT_STATES = ['on', 'failing', 'paused', 'off'] as const;
const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
const FIELDS = { url: 'url', description: 'description' };

class NewEndpointBody {
  @Text() @TextField(2_000, 'the address') url!: string;

  @OptionalText()
  @IsOptional()
  @IsString({ message: 'The description is a text.' })
  @MaxLength(200, { message: 'Please give a description of at most 200 characters.' })
  description?: string;
}

class ReplayBody {
  @OptionalWhole() @IsOptional() @WholeField(1, MAX_ID, 'the number of a delivery') delivery_id?: number;

  @ApiPropertyOptional({ type: Boolean })
  @IsOptional()
  @IsBoolean({ message: 'All that failed: true.' })
  failed?: boolean;

  @OptionalText() @IsOptional() @TextField(40, 'a time with its offset') since?: string;
}

class EndpointView {
  @Whole() id!: number;
  @Text() url!: string;
  @Text() description!: string;
  @OneOf(...ENDPOINT_STATES) state!: (typeof ENDPOINT_STATES)[number];
  /** For receivers that verify `v1a` signatures. */
  @Text() public_key!: string;
  @Moment() created_at!: string;
  /** Until when the secret before the last rotation signs as well. */
  @MomentOrNull() previous_secret_until!: string | null;
  @MomentOrNull() failing_since!: string | null;
  @MomentOrNull() disabled_at!: string | null;
  @TextOrNull() disabled_reason!: string | null;
}

class EndpointList {
  @Parts(() => EndpointView) endpoints!: EndpointView[];
  @Whole() max_endpoints!: number;
  /** Whether http to this machine is allowed, for development. */
  @Flag() allows_loopback!: boolean;
}

class EndpointWithSecretView {
  @Part(() => EndpointView) endpoint!: EndpointView;
  /** In this answer and nowhere else. */
  @Text() secret!: string;
}

class SentTest {
  @Text() message_id!: string;
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
  @Moment() at!: string;
  @Parts(() => AttemptView) attempts!: AttemptView[];
}

class DeliveryPage {
  @Part(() => EndpointView) endpoint!: EndpointView;
  @Parts(() => DeliveryView) deliveries!: DeliveryView[];
  @WholeOrNull() next_before!: number | null;
}

class Replayed {
  @Whole() replayed!: number;
}

@ApiTags('Alerts')
@Controller('account/api/alerts/endpoints')
export class EndpointsController {
  constructor(@Inject(ALERT_AREA) private readonly area: AlertArea) {}

  @Get()
  @ApiOkResponse({ type: EndpointList })
  async listEndpoints(@CurrentSession() { accountId }: SessionRecord): Promise<EndpointList> {
    const endpoints = await this.area.endpoints.list(accountId);
    return {
      endpoints: endpoints.map(endpointView),
      max_endpoints: MAX_ENDPOINTS,
      allows_loopback: this.area.targets !== 'public',
    };
  }

  @Post()
  @ApiCreatedResponse({ type: EndpointWithSecretView })
  async addEndpoint(
    @Body() { url, description = '' }: NewEndpointBody,
    @CurrentSession() session: SessionRecord,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<EndpointWithSecretView> {
    const wanted = { url: url.trim(), description: description.trim() };
    const { endpoint, secret } = await atField(FIELDS, () => addOwnEndpoint(this.area, session, wanted, visitor));
    return { endpoint: endpointView(endpoint), secret };
  }

  @Post(':id/rotate')
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiCreatedResponse({ type: EndpointWithSecretView })
  async rotateEndpoint(
    @Param('id', RecordIdPipe) id: number,
    @CurrentSession() session: SessionRecord,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<EndpointWithSecretView> {
    const { endpoint, secret } = await rotateOwnEndpoint(this.area, session, id, visitor);
    return { endpoint: endpointView(endpoint), secret };
  }

  @Post(':id/pause')
  @HttpCode(200)
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiOkResponse({ type: EndpointView })
  async pauseEndpoint(
    @Param('id', RecordIdPipe) id: number,
    @CurrentSession() session: SessionRecord,
  ): Promise<EndpointView> {
    return endpointView(await switchOwnEndpoint(this.area, session, id, false));
  }

  @Post(':id/resume')
  @HttpCode(200)
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiOkResponse({ type: EndpointView })
  async resumeEndpoint(
    @Param('id', RecordIdPipe) id: number,
    @CurrentSession() session: SessionRecord,
  ): Promise<EndpointView> {
    return endpointView(await switchOwnEndpoint(this.area, session, id, true));
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiNoContentResponse()
  removeEndpoint(
    @Param('id', RecordIdPipe) id: number,
    @CurrentSession() session: SessionRecord,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<void> {
    return removeOwnEndpoint(this.area, session, id, visitor);
  }

  @Post(':id/test')
  @HttpCode(200)
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiOkResponse({ type: SentTest })
  async testEndpoint(
    @Param('id', RecordIdPipe) id: number,
    @CurrentSession() session: SessionRecord,
  ): Promise<SentTest> {
    return { message_id: await testOwnEndpoint(this.area, session, id) };
  }

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
      deliveries: items.map(deliveryView),
      next_before: nextBefore,
    };
  }

  @Post(':id/replay')
  @HttpCode(200)
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiOkResponse({ type: Replayed })
  async replayDeliveries(
    @Param('id', RecordIdPipe) id: number,
    @Body() body: ReplayBody,
    @CurrentSession() session: SessionRecord,
  ): Promise<Replayed> {
    return { replayed: await replayOwn(this.area, session, id, selectionOf(body)) };
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

function stateOf({ disabledAt, disabledReason, failingSince }: WebhookEndpoint): EndpointView['state'] {
  if (disabledAt !== null) return disabledReason === PAUSED ? 'paused' : 'off';
  return failingSince === null ? 'on' : 'failing';
}

function endpointView(endpoint: WebhookEndpoint): EndpointView {
  return {
    id: endpoint.id,
    url: endpoint.url,
    description: endpoint.description,
    state: stateOf(endpoint),
    public_key: endpoint.publicKey,
    created_at: endpoint.createdAt.toISOString(),
    previous_secret_until: endpoint.previousUntil?.toISOString() ?? null,
    failing_since: endpoint.failingSince?.toISOString() ?? null,
    disabled_at: endpoint.disabledAt?.toISOString() ?? null,
    disabled_reason: endpoint.disabledReason,
  };
}

function deliveryView({ id, messageId, state, dueAt, event, attempts }: DeliveryRecord): DeliveryView {
  return {
    id,
    message_id: messageId,
    state,
    due_at: dueAt.toISOString(),
    kind: event.kind,
    summary: describeEvent(event),
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
