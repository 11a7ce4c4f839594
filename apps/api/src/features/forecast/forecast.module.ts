import { type ExampleRequest, Feature } from '../../openapi/decorators.ts';
import { EXAMPLES } from './examples.generated.ts';
import { ForecastController } from './forecast.controller.ts';
import { ForecastDocuments } from './forecast-documents.ts';

export const REQUESTS: readonly ExampleRequest[] = [
  { operationId: 'getForecast', path: '/set/{number}/forecast', parameters: { number: '75328-1' } },
];

@Feature({
  chapter: { name: 'Forecasts', description: 'Expected value and number of sales of a set.' },
  examples: EXAMPLES,
  controllers: [ForecastController],
  providers: [ForecastDocuments],
})
export class ForecastModule {}
