import { type ExampleRequest, Feature } from '../../openapi/decorators.ts';
import { EXAMPLES } from './examples.generated.ts';
import { RetailDocuments } from './retail-documents.ts';
import { RetailPricesController, SetRetailPricesController } from './retail-prices.controller.ts';
import { RetailWatchController } from './retail-watch.controller.ts';

const SET = '75328-1';

export const REQUESTS: readonly ExampleRequest[] = [
  { operationId: 'getRetailPrices', path: '/set/{number}/retail-prices', parameters: { number: SET } },
  { operationId: 'findRetailPrices', path: '/retail-prices', parameters: { set: SET } },
  { operationId: 'listRetailWatch', path: '/brickfolio/retail-watch', parameters: { changed_within: '7d' } },
];

@Feature({
  chapter: {
    name: 'Retail prices',
    description: 'Current prices of a set at two retailers, and proceeds of a resale.',
  },
  examples: EXAMPLES,
  controllers: [SetRetailPricesController, RetailPricesController, RetailWatchController],
  providers: [RetailDocuments],
})
export class RetailModule {}
