import { barcodeKey } from '@brickmarket/domain';
import {
  type IdentifiedObservation,
  type ImportOrigin,
  type KnownProducts,
  type MergeCounts,
  type PriceChangeFold,
  type PriceFold,
  RetailImport,
  type RetailNews,
} from '@brickmarket/persistence-ports';
import type { CopyValue } from '../bulk/copy-in.ts';
import { WriteSession } from '../bulk/write-session.ts';
import { OLD_SET_NUMBERS, type OldSetNumber } from '../changes/old-numbers.ts';
import type { Database } from '../database/database.ts';
import { recordImport, SET_IMPORT } from '../import-journal/record-import.ts';
import { STAGED_RETAIL_EVENT } from '../events/record-events.ts';
import { type Folds, INDEX_CODES, mergeSlice, STAGED, STAGED_CODE_COLUMNS } from './merge-observations.ts';
import { ObservationStage, STAGED_OBSERVATION } from './observations.ts';

const SUBJECT = 'retail';
/** Bounds memory and lock time per transaction. */
const OBSERVATIONS_PER_SLICE = 50_000;

/** Stages the whole file, then merges by slices of sets. */
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
    const oldNumbers = await this.database.prepared<OldSetNumber>('old_set_numbers', OLD_SET_NUMBERS, []);
    const codes = await this.database.prepared<{ codeKey: string; setId: number }>(
      'retail_codes',
      'SELECT DISTINCT code_key AS "codeKey", set_id AS "setId" FROM retail.product_code',
      [],
    );
    return { sets, oldNumbers, codes };
  }

  async mergeObservations(
    batches: AsyncIterable<readonly IdentifiedObservation[]>,
    fold: PriceFold,
    news: RetailNews,
    changesOf: PriceChangeFold,
    origin?: ImportOrigin,
  ): Promise<MergeCounts> {
    const folds = { state: fold, changes: changesOf, news };
    return WriteSession.run(this.database, SUBJECT, (session) =>
      recordImport(
        session,
        { kind: 'retail prices', subject: SUBJECT, origin },
        (importId) => mergeFeed(session, batches, folds, importId),
        (counts) => counts,
      ),
    );
  }
}

async function mergeFeed(
  session: WriteSession,
  batches: AsyncIterable<readonly IdentifiedObservation[]>,
  folds: Folds,
  importId: number | null,
): Promise<MergeCounts> {
  await session.stage(...STAGED, STAGED_OBSERVATION, STAGED_RETAIL_EVENT);
  const staged = new ObservationStage(session);
  const codes = new SeenCodes();
  let read = 0;
  for await (const batch of batches) {
    for (const identified of batch) codes.add(identified);
    await staged.add(batch);
    read += batch.length;
  }
  const slices = await staged.end(OBSERVATIONS_PER_SLICE);
  await stageCodes(session, codes);
  let inserted = 0;
  for (const setIds of slices)
    inserted += await session.merge('retail', async () => {
      await session.query(SET_IMPORT, [importId]);
      return mergeSlice(session, setIds, folds);
    });
  if (inserted > 0) await session.analyze('retail.price_state', 'retail.product_code', 'retail.listing');
  return { inserted, changed: 0, unchanged: read - inserted };
}

async function stageCodes(session: WriteSession, seen: SeenCodes): Promise<void> {
  const codes = session.copyInto('staged_code', STAGED_CODE_COLUMNS);
  await codes.write(seen.rows());
  await codes.end();
  await session.query(INDEX_CODES);
  await session.analyzeStaged('staged_code');
}

type CodeKind = 'asin' | 'upc' | 'ean';

interface SeenCode {
  readonly setId: number;
  seenAt: Date;
}

const KINDS: readonly CodeKind[] = ['asin', 'upc', 'ean'];

/** Memory grows with products, not observations. */
class SeenCodes {
  /** Nearly always one set per code. */
  readonly #byKind: Readonly<Record<CodeKind, Map<string, SeenCode[]>>> = {
    asin: new Map(),
    upc: new Map(),
    ean: new Map(),
  };

  add({ setId, observation: { asin, upc, ean, observedAt } }: IdentifiedObservation): void {
    if (asin !== null) record(this.#byKind.asin, asin, setId, observedAt);
    if (upc !== null) record(this.#byKind.upc, upc, setId, observedAt);
    if (ean !== null) record(this.#byKind.ean, ean, setId, observedAt);
  }

  *rows(): Generator<readonly CopyValue[]> {
    for (const kind of KINDS) {
      for (const [code, seen] of this.#byKind[kind]) {
        for (const { setId, seenAt } of seen)
          yield [kind === 'asin' ? code : barcodeKey(code), kind, code, setId, seenAt.toISOString()];
      }
    }
  }
}

function record(setsByCode: Map<string, SeenCode[]>, code: string, setId: number, seenAt: Date): void {
  const seen = setsByCode.get(code);
  const known = seen?.find((one) => one.setId === setId);
  if (known) known.seenAt = seenAt > known.seenAt ? seenAt : known.seenAt;
  else if (seen) seen.push({ setId, seenAt });
  else setsByCode.set(code, [{ setId, seenAt }]);
}
