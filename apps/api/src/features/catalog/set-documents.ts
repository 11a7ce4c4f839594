import { parseIsoDay } from '@brickmarket/domain';
import { SetCatalog, type SetRecord } from '@brickmarket/persistence-ports';
import { Inject, Injectable } from '@nestjs/common';
import { API_CONFIG } from '../../config/config.token.ts';
import type { ApiConfig } from '../../config/config.ts';
import { DocumentMemory } from '../../hot-path/document-memory.ts';
import { readByNumber, SharedDocuments } from '../../hot-path/shared-documents.ts';
import { JsonDocument } from '../../http/json-document.ts';
import { presentSet } from './set.presenter.ts';

/** Set records as JSON. */
@Injectable()
export class SetDocuments extends SharedDocuments<SetRecord> {
  constructor(
    catalog: SetCatalog,
    memory: DocumentMemory,
    @Inject(API_CONFIG) { answerTimeoutMs, retailStaleDays }: Pick<ApiConfig, 'answerTimeoutMs' | 'retailStaleDays'>,
  ) {
    super({
      memory,
      madeFrom: ['catalog', 'market', 'retail'],
      maxWaitMs: answerTimeoutMs,
      readAll: (asked) => readByNumber(asked, (numbers) => catalog.findByNumbers(numbers)),
      present: (record, stamp) => JsonDocument.of(presentSet(record, parseIsoDay(stamp.day)!, retailStaleDays)),
    });
  }
}
