import { Feature } from '../../openapi/feature.decorator.ts';
import { RetailDocuments } from './retail-documents.ts';
import { RetailPricesController } from './retail-prices.controller.ts';
import { RetailWatchController } from './retail-watch.controller.ts';
import { SetRetailPricesController } from './set-retail-prices.controller.ts';
import { EXAMPLES } from './examples.generated.ts';

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
