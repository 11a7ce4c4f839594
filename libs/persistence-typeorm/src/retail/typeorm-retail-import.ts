import { type IdentifiedObservation, type KnownProducts, type MergeCounts, type PriceFold, RetailImport } from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';
import type { CopyValue } from '../import/copy-text.ts';
import { ImportSession, type MergeOutcome } from '../import/import-session.ts';
import { CodeSightings } from './code-sightings.ts';
import { type LookJson, lookFromJson } from './look-json.ts';
import * as sql from './merge-observations.sql.ts';
import { priceState, type PriceStateRow, priceStateValues } from './price-state-row.ts';
import { type SetSlice, slicesOf } from './set-slices.ts';

const SUBJECT = 'retail';
/** What one transaction takes in: short enough that nothing waits for it, and that its looks fit into memory. */
const ROWS_PER_SLICE = 50_000;

/** Looks by COPY into a temporary table, then merged one slice of sets after the other. */
export class TypeormRetailImport extends RetailImport {
  constructor(private readonly database: Database) {
    super();
  }

  async loadProducts(): Promise<KnownProducts> {
    const sets = await this.database.prepared<{ setId: number; setNumber: string; upc: string | null; ean: string | null }>(
      'retail_products',
      'SELECT id AS "setId", set_number AS "setNumber", upc, ean FROM catalog.lego_set',
      [],
    );
    const codes = await this.database.prepared<{ codeKey: string; setId: number }>('retail_codes', 'SELECT DISTINCT code_key AS "codeKey", set_id AS "setId" FROM retail.product_code', []);
    return { sets, codes };
  }

  async mergeObservations(batches: AsyncIterable<readonly IdentifiedObservation[]>, fold: PriceFold): Promise<MergeCounts> {
    return ImportSession.run(this.database, SUBJECT, async (session) => {
      await session.stage(...sql.STAGED);
      const staged = await stageLooks(session, batches);
      await session.query(sql.INDEX_STAGED);
      await session.analyzeStaged('staged_look', 'staged_code');
      let inserted = 0;
      for (const slice of slicesOf(await session.query(sql.ROWS_BY_SET), ROWS_PER_SLICE)) {
        inserted += await session.merge('retail', () => mergeSlice(session, slice, fold));
      }
      if (inserted > 0) await session.analyze('retail.price_state', 'retail.product_code', 'retail.listing');
      return { inserted, changed: 0, unchanged: staged - inserted };
    });
  }
}

async function stageLooks(session: ImportSession, batches: AsyncIterable<readonly IdentifiedObservation[]>): Promise<number> {
  const looks = session.copyInto('staged_look', sql.STAGED_LOOK_COLUMNS);
  const sightings = new CodeSightings();
  for await (const batch of batches) {
    for (const identified of batch) sightings.add(identified);
    await looks.write(batch.map(lookValues));
  }
  const staged = await looks.end();
  const codes = session.copyInto('staged_code', sql.STAGED_CODE_COLUMNS);
  await codes.write(sightings.rows());
  await codes.end();
  return staged;
}

async function mergeSlice(session: ImportSession, { firstSetId, lastSetId }: SetSlice, fold: PriceFold): Promise<MergeOutcome<number>> {
  const slice = [firstSetId, lastSetId];
  const [looks] = await session.query<{ count: number }>(sql.INSERT_LOOKS, slice);
  if (looks!.count > 0) await refold(session, fold);
  const [codes] = await session.query<{ count: number }>(sql.WRITE_CODES, slice);
  const hasChanged = looks!.count + codes!.count > 0;
  if (hasChanged) await session.query(sql.WRITE_LISTINGS, slice);
  return { result: looks!.count, hasChanged };
}

/** Writes the states of the groups that got new looks. */
async function refold(session: ImportSession, fold: PriceFold): Promise<void> {
  const groups = await session.query<PriceStateRow & { looks: readonly LookJson[] }>(sql.READ_GROUPS);
  const states = session.copyInto('folded_state', sql.FOLDED_STATE_COLUMNS);
  await states.write(groups.map((group) => priceStateValues(group.set_id, group.retailer, fold(priceState(group), group.looks.map(lookFromJson)))));
  await states.end();
  await session.query(sql.WRITE_STATES);
  await session.query('TRUNCATE fresh_group, folded_state');
}

function lookValues({ setId, observation: look }: IdentifiedObservation): readonly CopyValue[] {
  return [
    setId, look.retailer, look.observedAt.toISOString(), look.priceCents, look.listPriceCents, look.sellerType, look.inStock, look.productUrl,
    look.lowestFbaCents, look.fbaSellers, look.buyBoxCents,
  ];
}
