import { parseIsoDay, setNumberCandidates } from '@brickmarket/domain';
import { SetCatalog, type SetRecord } from '@brickmarket/persistence-ports';
import { Injectable } from '@nestjs/common';
import { SharedDocuments } from '../hot-path/shared-documents.ts';
import { presentSet } from './set.presenter.ts';

/** Set records as JSON. A number without a variant means variant 1, unless a set has the bare number. */
@Injectable()
export class SetDocuments extends SharedDocuments<SetRecord> {
  constructor(catalog: SetCatalog) {
    super({
      madeFrom: ['catalog', 'market', 'retail'],
      readAll: async (asked) => {
        const found = await catalog.findByNumbers([...new Set(asked.flatMap(setNumberCandidates))]);
        return asked.map((number) => {
          const candidate = setNumberCandidates(number).find((one) => found.has(one));
          return candidate === undefined ? null : found.get(candidate)!;
        });
      },
      present: (record, stamp) => presentSet(record, parseIsoDay(stamp.day)!),
    });
  }
}
