import { Feature } from '../../openapi/feature.decorator.ts';
import { EXAMPLES } from './examples.generated.ts';
import { HistoryController, HistoryDocuments } from './history.controller.ts';

@Feature({
  chapter: { name: 'Value history', description: 'What a set was worth, month by month.' },
  examples: EXAMPLES,
  controllers: [HistoryController],
  providers: [HistoryDocuments],
})
export class HistoryModule {}
