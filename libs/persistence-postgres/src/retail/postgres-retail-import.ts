import {
  type IdentifiedObservation,
  type KnownProducts,
  type MergeCounts,
  type PriceFold,
  RetailImport,
} from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';
import { ImportSession } from '../import/import-session.ts';
import { CodeSightings } from './code-sightings.ts';
import * as sql from './merge-observations.sql.ts';
import { mergeSlice } from './merge-slice.ts';
import { StagedLooks } from './staged-looks.ts';
import { ASKED_GROUP } from './stored-looks.ts';

const SUBJECT = 'retail';
/** What one transaction takes in: short enough that nothing waits for it, and that its looks fit into memory. */
const LOOKS_PER_SLICE = 50_000;

/** Looks are staged whole, then merged one slice of sets after the other. */
export class PostgresRetailImport extends RetailImport {
  constructor(private readonly database: Database) {
    super();
  }

  async loadProducts(): Promise<KnownProducts> {
    const sets = await this.database.prepared<{
      setId: number;
      setNumber: string;
      upc: string | null;
      ean: string | null;
    }>('retail_products', 'SELECT id AS "setId", set_number AS "setNumber", upc, ean FROM catalog.lego_set', []);
    const codes = await this.database.prepared<{ codeKey: string; setId: number }>(
      'retail_codes',
      'SELECT DISTINCT code_key AS "codeKey", set_id AS "setId" FROM retail.product_code',
      [],
    );
    return { sets, codes };
  }

  async mergeObservations(
    batches: AsyncIterable<readonly IdentifiedObservation[]>,
    fold: PriceFold,
  ): Promise<MergeCounts> {
    return ImportSession.run(this.database, SUBJECT, async (session) => {
      await session.stage(...sql.STAGED, ASKED_GROUP);
      const staged = await StagedLooks.begin(session);
      const sightings = new CodeSightings();
      let read = 0;
      for await (const batch of batches) {
        for (const identified of batch) sightings.add(identified);
        await staged.add(batch);
        read += batch.length;
      }
      const slices = await staged.end(LOOKS_PER_SLICE);
      await stageCodes(session, sightings);
      let inserted = 0;
      for (const slice of slices) {
        const looks = await staged.read(slice);
        inserted += await session.merge('retail', () => mergeSlice(session, slice, looks, fold));
      }
      if (inserted > 0) await session.analyze('retail.price_state', 'retail.product_code', 'retail.listing');
      return { inserted, changed: 0, unchanged: read - inserted };
    });
  }
}

async function stageCodes(session: ImportSession, sightings: CodeSightings): Promise<void> {
  const codes = session.copyInto('staged_code', sql.STAGED_CODE_COLUMNS);
  await codes.write(sightings.rows());
  await codes.end();
  await session.query(sql.INDEX_CODES);
  await session.analyzeStaged('staged_code');
}
