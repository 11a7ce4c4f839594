import { DatabaseHealth } from '@brickmarket/persistence-ports';
import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { errorBody } from '../http/api-error.ts';
import { JSON_TYPE } from '../http/api-version.ts';
import { OutsideContract } from '../http/outside-contract.decorator.ts';

/** For whoever runs the process: is it alive, should it get traffic? */
@ApiExcludeController()
@Controller()
export class HealthController {
  constructor(private readonly health: DatabaseHealth) {}

  @Get('livez')
  @OutsideContract()
  live(): { status: string } {
    return { status: 'ok' };
  }

  @Get('readyz')
  @OutsideContract()
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<unknown> {
    try {
      await this.health.check();
      return { status: 'ok' };
    } catch (error) {
      reply.log.warn({ err: error }, 'not ready');
      reply.status(503).header('retry-after', 1).header('content-type', JSON_TYPE);
      return errorBody('InternalError', 'the database is not ready');
    }
  }
}
