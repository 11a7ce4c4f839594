import { MinifigCatalog, type MinifigRecord } from '@brickmarket/persistence-ports';
import { Inject, Injectable } from '@nestjs/common';
import { API_CONFIG } from '../../config/config.token.ts';
import type { ApiConfig } from '../../config/config.ts';
import { DocumentMemory } from '../../hot-path/document-memory.ts';
import { SharedDocuments } from '../../hot-path/shared-documents.ts';
import { JsonDocument } from '../../http/json-document.ts';
import { presentMinifig } from './minifig.presenter.ts';

/** Minifigure records as JSON. */
@Injectable()
export class MinifigDocuments extends SharedDocuments<MinifigRecord> {
  constructor(
    catalog: MinifigCatalog,
    memory: DocumentMemory,
    @Inject(API_CONFIG) { answerTimeoutMs }: Pick<ApiConfig, 'answerTimeoutMs'>,
  ) {
    super({
      memory,
      madeFrom: ['catalog', 'market'],
      maxWaitMs: answerTimeoutMs,
      readAll: async (asked) => {
        const found = await catalog.findByNumbers([...new Set(asked)]);
        return asked.map((number) => found.get(number) ?? null);
      },
      present: (record) => JsonDocument.of(presentMinifig(record)),
    });
  }
}
