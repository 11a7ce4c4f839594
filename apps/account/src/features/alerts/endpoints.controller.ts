import {
  addOwnEndpoint,
  type AlertArea,
  MAX_ENDPOINTS,
  removeOwnEndpoint,
  rotateOwnEndpoint,
  switchOwnEndpoint,
  testOwnEndpoint,
} from '@brickmarket/operations/alerts';
import type { Visitor } from '@brickmarket/operations/identity';
import type { SessionRecord } from '@brickmarket/persistence-ports';
import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import { CurrentSession, CurrentVisitor } from '../../area/signed-in.guard.ts';
import { NameField, RecordIdPipe, TextField } from '../../http/input.ts';
import { Flag, OptionalText, Part, Parts, Text, Whole } from '../../openapi/properties.ts';
import { ALERT_AREA } from './alert-area.ts';
import { EndpointView, endpointView } from './endpoint-view.ts';
import { atField } from './inbox.controller.ts';

const FIELDS = { url: 'url', description: 'description' };

class NewEndpointBody {
  @Text() @TextField(2_000, 'the address') url!: string;

  @OptionalText() @NameField(200, 'a description', 0) description?: string;
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
}
