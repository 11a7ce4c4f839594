import { MinifigCatalog, type MinifigRecord } from '@brickmarket/persistence-ports';
import { Injectable } from '@nestjs/common';
import { SharedDocuments } from '../hot-path/shared-documents.ts';
import { presentMinifig } from './minifig.presenter.ts';

/** Minifigure records as JSON. */
@Injectable()
export class MinifigDocuments extends SharedDocuments<MinifigRecord> {
  constructor(catalog: MinifigCatalog) {
    super({
      madeFrom: ['catalog', 'market'],
      readAll: async (asked) => {
        const found = await catalog.findByNumbers([...new Set(asked)]);
        return asked.map((number) => found.get(number) ?? null);
      },
      present: presentMinifig,
    });
  }
}
