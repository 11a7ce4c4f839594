import { Feature } from '../../openapi/feature.decorator.ts';
import { SalesledgerController } from './salesledger.controller.ts';
import { EXAMPLES } from './examples.generated.ts';

@Feature({
  chapter: { name: 'Sales ledger', description: "The caller's own sales." },
  examples: EXAMPLES,
  controllers: [SalesledgerController],
})
export class SalesledgerModule {}
