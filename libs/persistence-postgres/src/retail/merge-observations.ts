import type { PriceChange, PriceState, Retailer } from '@brickmarket/domain';
import type { PriceChangeFold, PriceFold, RetailNews } from '@brickmarket/persistence-ports';
import type { WriteSession, MergeOutcome } from '../bulk/write-session.ts';
import { recordRetailEvents, type StagedRetailEvent } from '../events/record-events.ts';
import { OBSERVATION_COLUMNS, type ObservationRow, priceObservation, type SetSlice } from './staged-observations.ts';
import {
  type RequestedGroup,
  groupsOf,
  type ObservationGroup,
  readStoredObservations,
  withoutRepeats,
} from './observation-groups.ts';
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

/** Writes the codes of a slice of sets that are new or were seen later. A code of another set stays with that set. */
const WRITE_CODES = `
WITH latest AS (
  SELECT DISTINCT ON (code_key, kind) code_key, kind, code, set_id, last_seen_at
  FROM staged_code WHERE set_id BETWEEN $1 AND $2
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

/** One row for each of some sets: its codes and the latest price change at either retailer. */
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

/**
 * Stores the new observations at a slice of sets and updates the price states they belong to. Returns how many were
 * new.
 */
export async function mergeSlice(
  session: WriteSession,
  slice: SetSlice,
  observations: readonly ObservationRow[],
  folds: Folds,
): Promise<MergeOutcome<number>> {
  const groups = groupsOf(observations);
  const setIds = [...new Set(groups.map(({ setId }) => setId))];
  const states = await readStates(session, setIds);
  const fresh = await withoutStored(session, groups, states);
  const inserted = await storeObservations(session, fresh);
  const changed: number[] = [];
  if (inserted > 0) {
    const folded = [...foldNewer(fresh, states, folds), ...(await foldLate(session, fresh, states, folds))];
    await writeStates(session, folded);
    await writeChanges(session, folded);
    await recordRetailEvents(session, newsOf(folded, states, folds.news));
    changed.push(...folded.map(({ setId }) => setId));
  }
  const [codes] = await session.query<{ count: number }>(WRITE_CODES, [slice.firstSetId, slice.lastSetId]);
  if (inserted + codes!.count === 0) return { result: inserted, changed: null };
  const listings = await session.query<{ setId: number }>(WRITE_LISTINGS, [setIds]);
  changed.push(...listings.map(({ setId }) => setId));
  return { result: inserted, changed: { retail: changed } };
}

/** How states, changes and events are computed from observations. */
export interface Folds {
  readonly state: PriceFold;
  readonly changes: PriceChangeFold;
  readonly news: RetailNews;
}

/** The state of one set at one retailer after the merge, and how its price changed. */
export interface FoldedState {
  readonly setId: number;
  readonly retailer: Retailer;
  readonly state: PriceState;
  readonly changes: readonly PriceChange[];
  /** The changes are all there are, and replace those that are stored. */
  readonly isRebuilt: boolean;
}

/** By `keyOf`. */
type States = ReadonlyMap<string, PriceState>;

async function readStates(session: WriteSession, setIds: readonly number[]): Promise<States> {
  const rows = await session.query<PriceStateRow>(READ_STATES, [setIds]);
  return new Map(rows.map((row) => [keyOf(row), priceState(row)]));
}

/**
 * Whether all observations of a group are later than the stored ones. Every stored observation is in a price state,
 * whose `lastCheckedAt` is the time of the latest, so the observations themselves need not be read.
 */
function isNewer(group: ObservationGroup, states: States): boolean {
  const state = states.get(keyOf(group));
  return state === undefined || group.observations[0]!.observedAtMs > state.lastCheckedAt.getTime();
}

/** The groups that have new observations, with those only. */
async function withoutStored(
  session: WriteSession,
  groups: readonly ObservationGroup[],
  states: States,
): Promise<readonly ObservationGroup[]> {
  const asked = groups.filter((group) => !isNewer(group, states));
  const byKey = new Map(groups.map((group) => [keyOf(group), group]));
  const fresh = new Map<string, ObservationGroup>();
  for await (const stored of readStoredObservations(session, asked.map(spanOf))) {
    const key = keyOf(stored[0]!);
    fresh.set(key, withoutRepeats(byKey.get(key)!, stored));
  }
  return groups
    .map((group) => fresh.get(keyOf(group)) ?? withoutRepeats(group, []))
    .filter(({ observations }) => observations.length > 0);
}

async function storeObservations(session: WriteSession, groups: readonly ObservationGroup[]): Promise<number> {
  const copy = session.copyBinaryInto('source.retail_observation', OBSERVATION_COLUMNS);
  for (const { observations } of groups) await copy.write(observations.map(({ bytes }) => bytes));
  return copy.end();
}

/** States to which all new observations are later: the stored state goes on from where it is. */
function foldNewer(fresh: readonly ObservationGroup[], states: States, folds: Folds): readonly FoldedState[] {
  const newer = fresh.filter((group) => isNewer(group, states));
  return newer.map((group) => foldedState(group, states.get(keyOf(group)) ?? null, group.observations, folds));
}

/** The other states, computed again from all observations that are now stored. */
async function foldLate(
  session: WriteSession,
  fresh: readonly ObservationGroup[],
  states: States,
  folds: Folds,
): Promise<readonly FoldedState[]> {
  return foldWhole(
    session,
    fresh.filter((group) => !isNewer(group, states)),
    folds,
  );
}

/** States computed from all observations that are stored; of listings without any there is none. */
export async function foldWhole(
  session: WriteSession,
  listings: readonly Listing[],
  folds: Pick<Folds, 'state' | 'changes'>,
): Promise<readonly FoldedState[]> {
  const folded: FoldedState[] = [];
  for await (const observations of readStoredObservations(session, listings.map(allOf)))
    folded.push(foldedState(observations[0]!, null, observations, folds));
  return folded;
}

/** A set at a retailer. */
type Listing = Pick<ObservationGroup, 'setId' | 'retailer'>;

function foldedState(
  { setId, retailer }: Pick<ObservationGroup, 'setId' | 'retailer'>,
  before: PriceState | null,
  rows: readonly ObservationRow[],
  { state, changes }: Pick<Folds, 'state' | 'changes'>,
): FoldedState {
  const observations = rows.map(priceObservation);
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

function spanOf({ setId, retailer, observations }: ObservationGroup): RequestedGroup {
  return {
    setId,
    retailer,
    from: new Date(observations[0]!.observedAtMs).toISOString(),
    until: new Date(observations.at(-1)!.observedAtMs).toISOString(),
  };
}

function allOf({ setId, retailer }: Listing): RequestedGroup {
  return { setId, retailer, from: '-infinity', until: 'infinity' };
}

function keyOf({ setId, retailer }: Pick<ObservationGroup, 'setId' | 'retailer'>): string {
  return `${setId} ${retailer}`;
}
