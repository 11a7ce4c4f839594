import { Controller, Get, Headers, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { JSON_TYPE } from '../../http/api-version.ts';
import { OutsideContract } from '../../http/outside-contract.decorator.ts';
import { PAGE_HEADERS } from '../../http/page-headers.ts';
import { LatestBacktest } from './latest-backtest.ts';
import { methodologyPage } from './methodology.page.ts';
import { presentMethodology } from './methodology.presenter.ts';

/** Public: how values are made and how good they are; a page, or JSON for who accepts that and no page. */
@ApiExcludeController()
@Controller()
export class MethodologyController {
  constructor(private readonly latest: LatestBacktest) {}

  @Get('methodology')
  @OutsideContract()
  async getMethodology(
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const kept = await this.latest.find();
    const wantsJson = accept !== undefined && /application\/json/i.test(accept) && !/text\/html/i.test(accept);
    reply.headers(wantsJson ? { 'content-type': JSON_TYPE } : PAGE_HEADERS).header('vary', 'accept');
    return wantsJson ? JSON.stringify(presentMethodology(kept)) : methodologyPage(kept);
  }
}
