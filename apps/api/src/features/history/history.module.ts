import { type ExampleRequest, Feature } from '../../openapi/decorators.ts';
import { EXAMPLES } from './examples.generated.ts';
import { HistoryController, HistoryDocuments } from './history.controller.ts';

export const REQUESTS: readonly ExampleRequest[] = [
  { operationId: 'getHistory', path: '/set/{number}/history', parameters: { number: '75328-1', condition: 'sealed' } },
];

@Feature({
  chapter: { name: 'Value history', description: 'Value of a set by month.' },
  examples: EXAMPLES,
  controllers: [HistoryController],
  providers: [HistoryDocuments],
})
export class HistoryModule {}
