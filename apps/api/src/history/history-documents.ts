import type { Condition } from '@brickmarket/domain';
import { MonthHistory, type SetMonths } from '@brickmarket/persistence-ports';
import { Injectable } from '@nestjs/common';
import { readMeant } from '../hot-path/read-meant.ts';
import { SharedDocuments } from '../hot-path/shared-documents.ts';
import { presentHistory } from './history.presenter.ts';

/** Published months as JSON, by condition and the number a client asks for. */
@Injectable()
export class HistoryDocuments {
  readonly of: Readonly<Record<Condition, SharedDocuments<SetMonths>>>;

  constructor(months: MonthHistory) {
    this.of = { sealed: documents(months, 'sealed'), used: documents(months, 'used') };
  }
}

function documents(months: MonthHistory, condition: Condition): SharedDocuments<SetMonths> {
  return new SharedDocuments({
    madeFrom: ['catalog', 'market'],
    readAll: (asked) => readMeant(asked, (numbers) => months.findByNumbers(numbers, condition)),
    present: (set) => presentHistory(set, condition),
  });
}
