import { type ExampleRequest, Feature } from '../../openapi/decorators.ts';
import { EXAMPLES } from './examples.generated.ts';
import { SalesledgerController } from './salesledger.controller.ts';
import { SetNames } from './set-names.ts';

export const REQUESTS: readonly ExampleRequest[] = [
  { operationId: 'listSales', path: '/salesledger', parameters: { limit: 2 } },
];

@Feature({
  chapter: { name: 'Sales ledger', description: 'Sales of the caller.' },
  examples: EXAMPLES,
  controllers: [SalesledgerController],
  providers: [SetNames],
})
export class SalesledgerModule {}
