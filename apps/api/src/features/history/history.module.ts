import { Feature } from '../../openapi/feature.decorator.ts';
import { HistoryDocuments } from './history-documents.ts';
import { HistoryController } from './history.controller.ts';
import { EXAMPLES } from './examples.generated.ts';

@Feature({
  chapter: { name: 'Value history', description: 'What a set was worth, month by month.' },
  examples: EXAMPLES,
  controllers: [HistoryController],
  providers: [HistoryDocuments],
})
export class HistoryModule {}
