import { parseIsoDay } from '@brickmarket/domain';
import { SetCatalog, type SetRecord } from '@brickmarket/persistence-ports';
import { Inject, Injectable } from '@nestjs/common';
import { API_CONFIG } from '../config/config.token.ts';
import type { ApiConfig } from '../config/config.ts';
import { readMeant } from '../hot-path/read-meant.ts';
import { SharedDocuments } from '../hot-path/shared-documents.ts';
import { presentSet } from './set.presenter.ts';

/** Set records as JSON. */
@Injectable()
export class SetDocuments extends SharedDocuments<SetRecord> {
  constructor(catalog: SetCatalog, @Inject(API_CONFIG) { answerTimeoutMs }: Pick<ApiConfig, 'answerTimeoutMs'>) {
    super({
      madeFrom: ['catalog', 'market', 'retail'],
      maxWaitMs: answerTimeoutMs,
      readAll: (asked) => readMeant(asked, (numbers) => catalog.findByNumbers(numbers)),
      present: (record, stamp) => presentSet(record, parseIsoDay(stamp.day)!),
    });
  }
}
