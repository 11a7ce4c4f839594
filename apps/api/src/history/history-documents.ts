import type { Condition } from '@brickmarket/domain';
import { MonthHistory, type SetMonths } from '@brickmarket/persistence-ports';
import { Inject, Injectable } from '@nestjs/common';
import { API_CONFIG } from '../config/config.token.ts';
import type { ApiConfig } from '../config/config.ts';
import { readMeant } from '../hot-path/read-meant.ts';
import { SharedDocuments } from '../hot-path/shared-documents.ts';
import { presentHistory } from './history.presenter.ts';

/** Published months as JSON, by condition and the number a client asks for. */
@Injectable()
export class HistoryDocuments {
  readonly of: Readonly<Record<Condition, SharedDocuments<SetMonths>>>;

  constructor(months: MonthHistory, @Inject(API_CONFIG) { answerTimeoutMs }: Pick<ApiConfig, 'answerTimeoutMs'>) {
    this.of = {
      sealed: documents(months, 'sealed', answerTimeoutMs),
      used: documents(months, 'used', answerTimeoutMs),
    };
  }
}

function documents(months: MonthHistory, condition: Condition, maxWaitMs: number): SharedDocuments<SetMonths> {
  return new SharedDocuments({
    madeFrom: ['catalog', 'market'],
    maxWaitMs,
    readAll: (asked) => readMeant(asked, (numbers) => months.findByNumbers(numbers, condition)),
    present: (set) => presentHistory(set, condition),
  });
}
