import { BacktestStore, type StoredBacktest } from '@brickmarket/persistence-ports';
import { type MarketReport, presentMarketReport } from '@brickmarket/valuation';
import { Controller, Get, Headers, Inject, Injectable, Res, Module } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { API_CONFIG, type ApiConfig } from '../../config/config.ts';
import { JSON_TYPE, OutsideContract } from '../../http/contract.ts';
import { PAGE_HEADERS } from '../../pages/page-shell.ts';
import { METHOD, type MethodSection, methodologyPage } from './methodology.page.ts';

/** The method and its measured accuracy, for programs. */
interface MethodologyJson {
  readonly method: readonly MethodSection[];
  readonly backtest: object | null;
}

/** The backtest is null before the first run. */
function presentMethodology(latest: StoredBacktest | null): MethodologyJson {
  return {
    method: METHOD,
    backtest: latest && { ran_at: latest.ranAt.toISOString(), ...presentMarketReport(latest.report as MarketReport) },
  };
}

const CACHE_MS = 5_000;

/**
 * The latest backtest, read at most every few seconds: the page is public, so no quota limits how often it is
 * requested.
 */
@Injectable()
class LatestBacktest {
  private askedAt = Number.NEGATIVE_INFINITY;
  private answer: Promise<StoredBacktest | null> = Promise.resolve(null);

  constructor(private readonly backtests: BacktestStore) {}

  find(): Promise<StoredBacktest | null> {
    if (performance.now() - this.askedAt > CACHE_MS) {
      this.askedAt = performance.now();
      this.answer = this.backtests.findLatest();
      // A failure is not cached: the next request reads again.
      this.answer.catch(() => (this.askedAt = Number.NEGATIVE_INFINITY));
    }
    return this.answer;
  }
}

/** The public description of the method, as a page, or as JSON for clients that accept JSON and no HTML. */
@ApiExcludeController()
@Controller()
class MethodologyController {
  constructor(
    private readonly latest: LatestBacktest,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  @Get('methodology')
  @OutsideContract()
  async getMethodology(
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const latest = await this.latest.find();
    const wantsJson = accept !== undefined && /application\/json/i.test(accept) && !/text\/html/i.test(accept);
    reply.headers(wantsJson ? { 'content-type': JSON_TYPE } : PAGE_HEADERS).header('vary', 'accept');
    return wantsJson ? JSON.stringify(presentMethodology(latest)) : methodologyPage(latest, this.config.accountUrl);
  }
}

/** The public description of the valuation method. */
@Module({ controllers: [MethodologyController], providers: [LatestBacktest] })
export class MethodologyModule {}
