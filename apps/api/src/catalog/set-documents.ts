import { parseIsoDay } from '@brickmarket/domain';
import { SetCatalog, type SetRecord } from '@brickmarket/persistence-ports';
import { Injectable } from '@nestjs/common';
import { readMeant } from '../hot-path/read-meant.ts';
import { SharedDocuments } from '../hot-path/shared-documents.ts';
import { presentSet } from './set.presenter.ts';

/** Set records as JSON. */
@Injectable()
export class SetDocuments extends SharedDocuments<SetRecord> {
  constructor(catalog: SetCatalog) {
    super({
      madeFrom: ['catalog', 'market', 'retail'],
      readAll: (asked) => readMeant(asked, (numbers) => catalog.findByNumbers(numbers)),
      present: (record, stamp) => presentSet(record, parseIsoDay(stamp.day)!),
    });
  }
}
