import { Module } from '@nestjs/common';
import { AnalyticsController } from './analytics.controller.ts';
import { BrickfolioController } from './brickfolio.controller.ts';
import { EntriesController } from './entries.controller.ts';
import { PortfolioReader } from './portfolio-reader.ts';
import { ValuedSets } from './valued-sets.ts';

/** What the caller owns and what it is worth. */
@Module({
  controllers: [BrickfolioController, EntriesController, AnalyticsController],
  providers: [PortfolioReader, ValuedSets],
})
export class BrickfolioModule {}
