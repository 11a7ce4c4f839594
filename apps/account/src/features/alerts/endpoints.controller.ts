import { AccountId } from '@brickmarket/extension';
import {
  addOwnEndpoint,
  type AlertArea,
  MAX_ENDPOINTS,
  removeOwnEndpoint,
  rotateOwnEndpoint,
  switchOwnEndpoint,
  testOwnEndpoint,
} from '@brickmarket/operations/alerts';
import type { OwnSession } from '@brickmarket/operations/identity';
import type { SessionRecord } from '@brickmarket/persistence-ports';
import { Body, Controller, Delete, Get, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentSession } from '../../area/signed-in.guard.ts';
import { Created, NoContent, Ok } from '../../http/declared-answers.ts';
import { NameField, RecordId, TextField } from '../../http/input.ts';
import * as is from '../../http/properties.ts';
import { ALERT_AREA } from './alert-area.ts';
import { endpointView, EndpointView } from './endpoint-view.ts';
import { atField } from './inbox.controller.ts';

const FIELDS = { url: 'url', description: 'description' };

class NewEndpointBody {
  @is.Text() @TextField(2_000, 'the address') url!: string;

  @is.OptionalText() @NameField(200, 'a description', 0) description?: string;
}

class EndpointList {
  @is.Parts(() => EndpointView) endpoints!: readonly EndpointView[];
  @is.Whole() maxEndpoints!: number;
  /** Allows http to this machine, for development. */
  @is.Flag() allowsLoopback!: boolean;
}

class EndpointWithSecretView {
  @is.Part(() => EndpointView) endpoint!: EndpointView;
  /** Shown only here. */
  @is.Text() secret!: string;
}

class SentTest {
  @is.Text() messageId!: string;
}

@ApiTags('Alerts')
@Controller('account/api/alerts/endpoints')
export class EndpointsController {
  constructor(@Inject(ALERT_AREA) private readonly area: AlertArea) {}

  @Get()
  @Ok(EndpointList)
  async listEndpoints(@AccountId() accountId: number): Promise<EndpointList> {
    const endpoints = await this.area.endpoints.list(accountId);
    return {
      endpoints: endpoints.map(endpointView),
      maxEndpoints: MAX_ENDPOINTS,
      allowsLoopback: this.area.targets !== 'public',
    };
  }

  @Post()
  @Created(EndpointWithSecretView)
  async addEndpoint(
    @Body() { url, description = '' }: NewEndpointBody,
    @CurrentSession() session: OwnSession,
  ): Promise<EndpointWithSecretView> {
    const wanted = { url: url.trim(), description: description.trim() };
    const { endpoint, secret } = await atField(FIELDS, () => addOwnEndpoint(this.area, session, wanted));
    return { endpoint: endpointView(endpoint), secret };
  }

  @Post(':id/rotate')
  @Created(EndpointWithSecretView)
  async rotateEndpoint(@RecordId() id: number, @CurrentSession() session: OwnSession): Promise<EndpointWithSecretView> {
    const { endpoint, secret } = await rotateOwnEndpoint(this.area, session, id);
    return { endpoint: endpointView(endpoint), secret };
  }

  @Post(':id/pause')
  @Ok(EndpointView)
  async pauseEndpoint(@RecordId() id: number, @CurrentSession() session: SessionRecord): Promise<EndpointView> {
    return endpointView(await switchOwnEndpoint(this.area, session, id, false));
  }

  @Post(':id/resume')
  @Ok(EndpointView)
  async resumeEndpoint(@RecordId() id: number, @CurrentSession() session: SessionRecord): Promise<EndpointView> {
    return endpointView(await switchOwnEndpoint(this.area, session, id, true));
  }

  @Delete(':id')
  @NoContent()
  removeEndpoint(@RecordId() id: number, @CurrentSession() session: OwnSession): Promise<void> {
    return removeOwnEndpoint(this.area, session, id);
  }

  @Post(':id/test')
  @Ok(SentTest)
  async testEndpoint(@RecordId() id: number, @CurrentSession() session: SessionRecord): Promise<SentTest> {
    return { messageId: await testOwnEndpoint(this.area, session, id) };
  }
}
