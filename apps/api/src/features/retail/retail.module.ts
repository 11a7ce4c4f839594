import { Feature } from '../../openapi/feature.decorator.ts';
import { EXAMPLES } from './examples.generated.ts';
import { RetailDocuments } from './retail-documents.ts';
import { RetailPricesController, SetRetailPricesController } from './retail-prices.controller.ts';
import { RetailWatchController } from './retail-watch.controller.ts';

@Feature({
  chapter: {
    name: 'Retail prices',
    description: 'What two retailers ask for a set now, and what selling there would bring.',
  },
  examples: EXAMPLES,
  controllers: [SetRetailPricesController, RetailPricesController, RetailWatchController],
  providers: [RetailDocuments],
})
export class RetailModule {}
