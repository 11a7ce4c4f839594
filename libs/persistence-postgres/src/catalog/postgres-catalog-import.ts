import type { MinifigNumbers, SetDetails, SetRename } from '@brickmarket/domain';
import {
  type CatalogBatch,
  CatalogImport,
  type CatalogMerge,
  type ImportOrigin,
  type MergeCounts,
  type RenamePlanner,
} from '@brickmarket/persistence-ports';
import { WriteSession } from '../bulk/write-session.ts';
import type { Database } from '../database/database.ts';
import { recordImport } from '../import-journal/record-import.ts';
import { mergeCatalog } from './merge-catalog.ts';
import { mergeMinifigNumbers } from './merge-minifig-numbers.ts';
import { mergeSetDetails } from './merge-set-details.ts';
import { renameSets } from './rename-sets.ts';

// These imports write the same rows, so they exclude each other.
const SUBJECT = 'catalog';
const DATE_CATALOG = `
INSERT INTO catalog.edition (as_of) VALUES (date '1970-01-01' + $1::integer)
ON CONFLICT (only_row) DO UPDATE SET as_of = excluded.as_of`;

export class PostgresCatalogImport extends CatalogImport {
  constructor(private readonly database: Database) {
    super();
  }

  mergeCatalog(batches: AsyncIterable<CatalogBatch>, origin?: ImportOrigin): Promise<CatalogMerge> {
    const merging = async (session: WriteSession): Promise<CatalogMerge> => {
      if (origin?.asOf) await session.query(DATE_CATALOG, [origin.asOf]);
      return mergeCatalog(session, batches);
    };
    return this.#recorded('catalog', origin, merging, ({ sets, minifigs, setMinifigs }) => ({
      inserted: sets.inserted + minifigs.inserted + setMinifigs.inserted,
      changed: sets.changed + minifigs.changed + setMinifigs.changed,
      unchanged: sets.unchanged + minifigs.unchanged + setMinifigs.unchanged,
    }));
  }

  mergeSetDetails(batches: AsyncIterable<readonly SetDetails[]>, origin?: ImportOrigin): Promise<MergeCounts> {
    const merging = (session: WriteSession, importId: number | null): Promise<MergeCounts> =>
      mergeSetDetails(session, batches, importId);
    return this.#recorded('set details', origin, merging, (counts) => counts);
  }

  mergeMinifigNumbers(batches: AsyncIterable<readonly MinifigNumbers[]>, origin?: ImportOrigin): Promise<MergeCounts> {
    const merging = (session: WriteSession): Promise<MergeCounts> => mergeMinifigNumbers(session, batches);
    return this.#recorded('minifig numbers', origin, merging, (counts) => counts);
  }

  renameSets(renames: readonly SetRename[], plan: RenamePlanner, origin?: ImportOrigin): Promise<MergeCounts> {
    const merging = (session: WriteSession): Promise<MergeCounts> => renameSets(session, renames, plan);
    return this.#recorded('renames', origin, merging, (counts) => counts);
  }

  #recorded<Result>(
    kind: string,
    origin: ImportOrigin | undefined,
    merging: (session: WriteSession, importId: number | null) => Promise<Result>,
    countsOf: (result: Result) => MergeCounts,
  ): Promise<Result> {
    return WriteSession.run(this.database, SUBJECT, (session) =>
      recordImport(session, { kind, subject: SUBJECT, origin }, (importId) => merging(session, importId), countsOf),
    );
  }
}
