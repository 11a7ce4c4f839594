import type { Condition } from '@brickmarket/domain';
import { MonthHistory, type SetMonths } from '@brickmarket/persistence-ports';
import { Inject, Injectable } from '@nestjs/common';
import { API_CONFIG } from '../../config/config.token.ts';
import type { ApiConfig } from '../../config/config.ts';
import { DocumentMemory } from '../../hot-path/document-memory.ts';
import { readByNumber, SharedDocuments } from '../../hot-path/shared-documents.ts';
import { JsonDocument } from '../../http/json-document.ts';
import { presentHistory } from './history.presenter.ts';

/** Published months as JSON, by condition and the number a client asks for. */
@Injectable()
export class HistoryDocuments {
  readonly of: Readonly<Record<Condition, SharedDocuments<SetMonths>>>;

  constructor(
    months: MonthHistory,
    memory: DocumentMemory,
    @Inject(API_CONFIG) { answerTimeoutMs }: Pick<ApiConfig, 'answerTimeoutMs'>,
  ) {
    const documents = (condition: Condition): SharedDocuments<SetMonths> =>
      new SharedDocuments({
        memory,
        madeFrom: ['catalog', 'market'],
        maxWaitMs: answerTimeoutMs,
        readAll: (asked) => readByNumber(asked, (numbers) => months.findByNumbers(numbers, condition)),
        present: (set) => JsonDocument.of(presentHistory(set, condition)),
      });
    this.of = { sealed: documents('sealed'), used: documents('used') };
  }
}
