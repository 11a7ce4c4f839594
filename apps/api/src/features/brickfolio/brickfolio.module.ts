import { type ExampleRequest, Feature } from '../../openapi/decorators.ts';
import { AnalyticsController, BrickfolioController, EntriesController } from './brickfolio.controller.ts';
import { EXAMPLES } from './examples.generated.ts';
import { PortfolioReader, ValuedSets } from './portfolio-reader.ts';

export const REQUESTS: readonly ExampleRequest[] = [
  { operationId: 'listBrickfolios', path: '/brickfolio', parameters: {} },
  { operationId: 'getAnalytics', path: '/brickfolio/analytics', parameters: { period: '30d' } },
  { operationId: 'listEntries', path: '/brickfolio/entries', parameters: { limit: 2 } },
];

@Feature({
  chapter: { name: 'Brickfolio', description: 'Portfolio of the caller: holdings, totals, analytics.' },
  examples: EXAMPLES,
  controllers: [BrickfolioController, EntriesController, AnalyticsController],
  providers: [PortfolioReader, ValuedSets],
})
export class BrickfolioModule {}
