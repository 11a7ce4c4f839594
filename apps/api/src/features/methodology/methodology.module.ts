import { BacktestStore, ScorecardStore } from '@brickmarket/persistence-ports';
import { type MarketReport, presentMarketReport, presentScores, type ScoreFigures } from '@brickmarket/valuation';
import { Controller, Get, Headers, Injectable, Res, Module } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { JSON_TYPE, OutsideContract, varyBy } from '../../http/contract.ts';
import { PageFrames } from '../../pages/page-frames.ts';
import { PAGE_HEADERS } from '../../pages/page-shell.ts';
import { METHOD, type MethodSection } from './method.ts';
import { type Accuracy, methodologyPage } from './methodology.page.ts';

interface MethodologyJson {
  readonly method: readonly MethodSection[];
  readonly scorecard: readonly object[];
  readonly backtest: object | null;
}

/** Backtest is null before the first run. */
function presentMethodology({ latest, months }: Accuracy): MethodologyJson {
  return {
    method: METHOD,
    scorecard: presentScores(months),
    backtest: latest && { ran_at: latest.ranAt.toISOString(), ...presentMarketReport(latest.report as MarketReport) },
  };
}

const CACHE_MS = 5_000;
const SHOWN_MONTHS = 24;

/** Cached for seconds, as no quota limits a public page. */
@Injectable()
class MeasuredAccuracy {
  private askedAt = Number.NEGATIVE_INFINITY;
  private answer: Promise<Accuracy> = Promise.resolve({ latest: null, months: [] });

  constructor(
    private readonly backtests: BacktestStore,
    private readonly scorecards: ScorecardStore,
  ) {}

  find(): Promise<Accuracy> {
    if (performance.now() - this.askedAt > CACHE_MS) {
      this.askedAt = performance.now();
      this.answer = this.read();
      // Failures are not cached.
      this.answer.catch(() => (this.askedAt = Number.NEGATIVE_INFINITY));
    }
    return this.answer;
  }

  private async read(): Promise<Accuracy> {
    const [latest, stored] = await Promise.all([this.backtests.findLatest(), this.scorecards.listNewest(SHOWN_MONTHS)]);
    return { latest, months: stored.map((month) => ({ ...month, figures: month.figures as ScoreFigures })) };
  }
}

/** Page, or JSON for clients that accept JSON but no HTML. */
@ApiExcludeController()
@Controller()
class MethodologyController {
  constructor(
    private readonly accuracy: MeasuredAccuracy,
    private readonly frames: PageFrames,
  ) {}

  @Get('methodology')
  @OutsideContract()
  async getMethodology(
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const accuracy = await this.accuracy.find();
    const wantsJson = accept !== undefined && /application\/json/i.test(accept) && !/text\/html/i.test(accept);
    varyBy(reply, 'accept');
    reply.headers(wantsJson ? { 'content-type': JSON_TYPE } : PAGE_HEADERS);
    return wantsJson
      ? JSON.stringify(presentMethodology(accuracy))
      : methodologyPage(accuracy, await this.frames.find());
  }
}

@Module({ controllers: [MethodologyController], providers: [MeasuredAccuracy] })
export class MethodologyModule {}
