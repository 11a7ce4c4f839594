import type { PriceChange, PriceState } from '@brickmarket/domain';
import type { PriceChangeFold, PriceFold, RetailNews } from '@brickmarket/persistence-ports';
import type { WriteSession, MergeOutcome } from '../bulk/write-session.ts';
import { recordRetailEvents, type StagedRetailEvent } from '../events/record-events.ts';
import { type Listing, readStoredObservations, type StoredObservation, storeNewObservations } from './observations.ts';
import { thinAgain } from './thin-observations.ts';
import {
  PRICE_STATE_COLUMNS,
  priceState,
  type PriceStateRow,
  priceStateValues,
  SELECT_PRICE_STATE,
} from './price-state-row.ts';

export const STAGED_CODE_COLUMNS = ['code_key', 'kind', 'code', 'set_id', 'last_seen_at'];

export const STAGED = [
  `staged_code AS SELECT ${STAGED_CODE_COLUMNS.join(', ')} FROM retail.product_code WITH NO DATA`,
  'folded_state (LIKE retail.price_state) ON COMMIT DELETE ROWS',
];

export const INDEX_CODES = 'CREATE INDEX ON staged_code (set_id)';

const READ_STATES = `${SELECT_PRICE_STATE} FROM retail.price_state p WHERE p.set_id = ANY($1)`;

const WRITE_STATES = `
INSERT INTO retail.price_state AS p (${PRICE_STATE_COLUMNS.join(', ')})
SELECT ${PRICE_STATE_COLUMNS.join(', ')} FROM folded_state
ON CONFLICT (set_id, retailer) DO UPDATE SET
  ${PRICE_STATE_COLUMNS.slice(2)
    .map((column) => `${column} = excluded.${column}`)
    .join(', ')}`;

const CHANGE_COLUMNS = ['set_id', 'retailer', 'changed_at', 'price_cents', 'seller_type'];

const FORGET_CHANGES = `
DELETE FROM retail.price_change c USING unnest($1::integer[], $2::retail.retailer[]) AS g (set_id, retailer)
WHERE c.set_id = g.set_id AND c.retailer = g.retailer`;

/** Writes new codes and later sightings of a slice. Codes of another set stay there. */
const WRITE_CODES = `
WITH latest AS (
  SELECT DISTINCT ON (code_key, kind) code_key, kind, code, set_id, last_seen_at
  FROM staged_code WHERE set_id = ANY ($1)
  ORDER BY code_key, kind, last_seen_at DESC, code
), written AS (
  INSERT INTO retail.product_code AS c (code_key, kind, code, set_id, last_seen_at)
  SELECT code_key, kind, code, set_id, last_seen_at FROM latest
  ON CONFLICT (code_key, kind) DO UPDATE SET
    code = excluded.code, last_seen_at = excluded.last_seen_at, seen_import_id = excluded.seen_import_id
  WHERE c.set_id = excluded.set_id AND (
    excluded.last_seen_at > c.last_seen_at OR (excluded.last_seen_at = c.last_seen_at AND excluded.code < c.code)
  )
  RETURNING c.set_id
)
SELECT count(*)::integer AS count FROM written`;

/** Codes and latest price change per set. */
export const WRITE_LISTINGS = `
INSERT INTO retail.listing AS l (set_id, asin, upc, ean, latest_change_at)
SELECT p.set_id, ${['asin', 'upc', 'ean'].map(lastSeen).join(', ')}, max(p.changed_at)
FROM retail.price_state p
WHERE p.set_id = ANY($1)
GROUP BY p.set_id
ON CONFLICT (set_id) DO UPDATE SET
  asin = excluded.asin, upc = excluded.upc, ean = excluded.ean, latest_change_at = excluded.latest_change_at
WHERE (l.asin, l.upc, l.ean, l.latest_change_at)
  IS DISTINCT FROM (excluded.asin, excluded.upc, excluded.ean, excluded.latest_change_at)
RETURNING l.set_id AS "setId"`;

function lastSeen(kind: string): string {
  return `(
  SELECT c.code FROM retail.product_code c
  WHERE c.set_id = p.set_id AND c.kind = '${kind}' ORDER BY c.last_seen_at DESC, c.code LIMIT 1
)`;
}

/** Returns how many observations were new. */
export async function mergeSlice(
  session: WriteSession,
  setIds: readonly number[],
  folds: Folds,
): Promise<MergeOutcome<number>> {
  const states = await readStates(session, setIds);
  const fresh = await storeNewObservations(session, setIds);
  await thinAgain(session, fresh);
  const inserted = fresh.reduce((sum, { length }) => sum + length, 0);
  const changed: number[] = [];
  if (inserted > 0) {
    const folded = await foldFresh(session, fresh, states, folds);
    await writeStates(session, folded);
    await writeChanges(session, folded);
    await recordRetailEvents(session, newsOf(folded, states, folds.news));
    changed.push(...folded.map(({ setId }) => setId));
  }
  const [codes] = await session.query<{ count: number }>(WRITE_CODES, [setIds]);
  if (inserted + codes!.count === 0) return { result: inserted, changed: null };
  const listings = await session.query<{ setId: number }>(WRITE_LISTINGS, [setIds]);
  changed.push(...listings.map(({ setId }) => setId));
  return { result: inserted, changed: { retail: changed } };
}

export interface Folds {
  readonly state: PriceFold;
  readonly changes: PriceChangeFold;
  readonly news: RetailNews;
}

/** State after the merge, with its price changes. */
export interface FoldedState extends Listing {
  readonly state: PriceState;
  readonly changes: readonly PriceChange[];
  /** Complete changes, which replace the stored ones. */
  readonly isRebuilt: boolean;
}

type States = ReadonlyMap<string, PriceState>;

async function readStates(session: WriteSession, setIds: readonly number[]): Promise<States> {
  const rows = await session.query<PriceStateRow>(READ_STATES, [setIds]);
  return new Map(rows.map((row) => [keyOf(row), priceState(row)]));
}

/** Continues the stored state where all observations are later; otherwise folds everything again. */
async function foldFresh(
  session: WriteSession,
  fresh: readonly (readonly StoredObservation[])[],
  states: States,
  folds: Folds,
): Promise<readonly FoldedState[]> {
  const folded: FoldedState[] = [];
  const late: Listing[] = [];
  for (const observations of fresh) {
    const first = observations[0]!;
    const state = states.get(keyOf(first)) ?? null;
    if (state !== null && first.observedAt <= state.lastCheckedAt) late.push(first);
    else folded.push(foldedState(state, observations, folds));
  }
  return [...folded, ...(await foldWhole(session, late, folds))];
}

export async function foldWhole(
  session: WriteSession,
  listings: readonly Listing[],
  folds: Pick<Folds, 'state' | 'changes'>,
): Promise<readonly FoldedState[]> {
  const folded: FoldedState[] = [];
  for await (const observations of readStoredObservations(session, listings))
    folded.push(foldedState(null, observations, folds));
  return folded;
}

function foldedState(
  before: PriceState | null,
  observations: readonly StoredObservation[],
  { state, changes }: Pick<Folds, 'state' | 'changes'>,
): FoldedState {
  const { setId, retailer } = observations[0]!;
  return {
    setId,
    retailer,
    state: state(before, observations),
    changes: changes(before, observations),
    isRebuilt: before === null,
  };
}

export async function writeStates(session: WriteSession, folded: readonly FoldedState[]): Promise<void> {
  const copy = session.copyInto('folded_state', PRICE_STATE_COLUMNS);
  await copy.write(folded.map((one) => priceStateValues(one, one.state)));
  await copy.end();
  await session.query(WRITE_STATES);
}

export async function writeChanges(session: WriteSession, folded: readonly FoldedState[]): Promise<void> {
  const rebuilt = folded.filter(({ isRebuilt }) => isRebuilt);
  await session.query(FORGET_CHANGES, [rebuilt.map(({ setId }) => setId), rebuilt.map(({ retailer }) => retailer)]);
  const copy = session.copyInto('retail.price_change', CHANGE_COLUMNS);
  for (const { setId, retailer, changes } of folded)
    await copy.write(
      changes.map(({ at, priceCents, sellerType }) => [setId, retailer, at.toISOString(), priceCents, sellerType]),
    );
  await copy.end();
}

function newsOf(folded: readonly FoldedState[], states: States, news: RetailNews): readonly StagedRetailEvent[] {
  return folded.flatMap(({ setId, retailer, state }) =>
    news(states.get(keyOf({ setId, retailer })) ?? null, state).map((event) => ({ ...event, setId, retailer })),
  );
}

function keyOf({ setId, retailer }: Listing): string {
  return `${setId} ${retailer}`;
}
