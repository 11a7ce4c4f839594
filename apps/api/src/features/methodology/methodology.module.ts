import { BacktestStore, type StoredBacktest } from '@brickmarket/persistence-ports';
import { type MarketReport, presentMarketReport } from '@brickmarket/valuation';
import { Controller, Get, Headers, Injectable, Res, Module } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { JSON_TYPE, OutsideContract } from '../../http/contract.ts';
import { PAGE_HEADERS } from '../../pages/page-shell.ts';
import { METHOD, type MethodSection, methodologyPage } from './methodology.page.ts';

/** The method and how good it was found to be, for programs. */
interface MethodologyJson {
  readonly method: readonly MethodSection[];
  readonly backtest: object | null;
}

/** As JSON; the backtest is null before the first. */
function presentMethodology(kept: StoredBacktest | null): MethodologyJson {
  return {
    method: METHOD,
    backtest: kept && { ran_at: kept.ranAt.toISOString(), ...presentMarketReport(kept.report as MarketReport) },
  };
}

const CACHE_MS = 5_000;

/** The latest report, asked for at most every few seconds: the page is public, and nobody's quota limits it. */
@Injectable()
class LatestBacktest {
  private askedAt = Number.NEGATIVE_INFINITY;
  private answer: Promise<StoredBacktest | null> = Promise.resolve(null);

  constructor(private readonly backtests: BacktestStore) {}

  find(): Promise<StoredBacktest | null> {
    if (performance.now() - this.askedAt > CACHE_MS) {
      this.askedAt = performance.now();
      this.answer = this.backtests.findLatest();
      // A failure is not kept: the next caller asks again.
      this.answer.catch(() => (this.askedAt = Number.NEGATIVE_INFINITY));
    }
    return this.answer;
  }
}

/** Public: how values are made and how good they are; a page, or JSON for who accepts that and no page. */
@ApiExcludeController()
@Controller()
class MethodologyController {
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

/** How values are made, for everybody. */
@Module({ controllers: [MethodologyController], providers: [LatestBacktest] })
export class MethodologyModule {}
