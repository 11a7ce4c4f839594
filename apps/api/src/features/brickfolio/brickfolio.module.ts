import { Feature } from '../../openapi/feature.decorator.ts';
import { AnalyticsController } from './analytics.controller.ts';
import { BrickfolioController } from './brickfolio.controller.ts';
import { EntriesController } from './entries.controller.ts';
import { EXAMPLES } from './examples.generated.ts';
import { PortfolioReader, ValuedSets } from './portfolio-reader.ts';

@Feature({
  chapter: { name: 'Brickfolio', description: "The caller's own collections: holdings, totals, analytics." },
  examples: EXAMPLES,
  controllers: [BrickfolioController, EntriesController, AnalyticsController],
  providers: [PortfolioReader, ValuedSets],
})
export class BrickfolioModule {}
