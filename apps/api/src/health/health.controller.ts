import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { answerError } from '../http/answer-error.ts';
import { ApiError } from '../http/api-error.ts';
import { OutsideContract } from '../http/outside-contract.decorator.ts';
import { Readiness } from './readiness.ts';

/** For whoever runs the process: is it alive, should it get traffic? */
@ApiExcludeController()
@Controller()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('livez')
  @OutsideContract()
  live(): { status: string } {
    return { status: 'ok' };
  }

  @Get('readyz')
  @OutsideContract()
  async ready(@Res() reply: FastifyReply): Promise<void> {
    const hindrance = await this.readiness.findHindrance();
    if (hindrance === null) await reply.send({ status: 'ok' });
    else await answerError(reply, new ApiError(503, 'InternalError', hindrance, 1));
  }
}
