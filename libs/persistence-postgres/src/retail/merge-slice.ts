import type { PriceState } from '@brickmarket/domain';
import type { PriceFold } from '@brickmarket/persistence-ports';
import type { ImportSession, MergeOutcome } from '../import/import-session.ts';
import { type LookGroup, groupsOf, withoutRepeats } from './look-groups.ts';
import { LOOK_COLUMNS, type LookRow, priceObservation } from './look-row.ts';
import * as sql from './merge-observations.sql.ts';
import { priceState, type PriceStateRow, priceStateValues } from './price-state-row.ts';
import type { SetSlice } from './set-slices.ts';
import { type AskedGroup, readStoredLooks } from './stored-looks.ts';

/** Stores the looks at a slice of sets that are not there yet, and folds the states of what they belong to. Returns how many were new. */
export async function mergeSlice(
  session: ImportSession,
  slice: SetSlice,
  looks: readonly LookRow[],
  fold: PriceFold,
): Promise<MergeOutcome<number>> {
  const groups = groupsOf(looks);
  const setIds = [...new Set(groups.map(({ setId }) => setId))];
  const states = await readStates(session, setIds);
  const fresh = await withoutStored(session, groups, states);
  const inserted = await storeLooks(session, fresh);
  if (inserted > 0)
    await writeStates(session, [...foldNewer(fresh, states, fold), ...(await foldLate(session, fresh, states, fold))]);
  const [codes] = await session.query<{ count: number }>(sql.WRITE_CODES, [slice.firstSetId, slice.lastSetId]);
  const hasChanged = inserted + codes!.count > 0;
  if (hasChanged) await session.query(sql.WRITE_LISTINGS, [setIds]);
  return { result: inserted, hasChanged };
}

type StateValues = ReturnType<typeof priceStateValues>;
/** By `keyOf`. */
type States = ReadonlyMap<string, PriceState>;

async function readStates(session: ImportSession, setIds: readonly number[]): Promise<States> {
  const rows = await session.query<PriceStateRow>(sql.READ_STATES, [setIds]);
  return new Map(rows.map((row) => [keyOf({ setId: row.set_id, retailer: row.retailer }), priceState(row)]));
}

/** Whether looks can be added to the state, none of them being stored: a state is as late as the latest look stored, and there is one wherever there is a look. */
function isNewer(group: LookGroup, states: States): boolean {
  const state = states.get(keyOf(group));
  return state === undefined || group.looks[0]!.observedAtMs > state.lastCheckedAt.getTime();
}

/** The groups that have new looks, with those only. */
async function withoutStored(
  session: ImportSession,
  groups: readonly LookGroup[],
  states: States,
): Promise<readonly LookGroup[]> {
  const asked = groups.filter((group) => !isNewer(group, states));
  const byKey = new Map(groups.map((group) => [keyOf(group), group]));
  const fresh = new Map<string, LookGroup>();
  for await (const stored of readStoredLooks(session, asked.map(spanOf))) {
    const key = keyOf(stored[0]!);
    fresh.set(key, withoutRepeats(byKey.get(key)!, stored));
  }
  return groups
    .map((group) => fresh.get(keyOf(group)) ?? withoutRepeats(group, []))
    .filter(({ looks }) => looks.length > 0);
}

async function storeLooks(session: ImportSession, groups: readonly LookGroup[]): Promise<number> {
  const copy = session.copyBinaryInto('source.retail_observation', LOOK_COLUMNS);
  for (const { looks } of groups) await copy.write(looks.map(({ bytes }) => bytes));
  return copy.end();
}

/** The states, as rows, to which all that is new is newer. */
function foldNewer(fresh: readonly LookGroup[], states: States, fold: PriceFold): readonly StateValues[] {
  const newer = fresh.filter((group) => isNewer(group, states));
  return newer.map((group) =>
    priceStateValues(group, fold(states.get(keyOf(group)) ?? null, group.looks.map(priceObservation))),
  );
}

/** The other states, folded anew from all looks that are now stored. */
async function foldLate(
  session: ImportSession,
  fresh: readonly LookGroup[],
  states: States,
  fold: PriceFold,
): Promise<readonly StateValues[]> {
  const late = fresh.filter((group) => !isNewer(group, states));
  const folded: StateValues[] = [];
  for await (const looks of readStoredLooks(session, late.map(allOf)))
    folded.push(priceStateValues(looks[0]!, fold(null, looks.map(priceObservation))));
  return folded;
}

async function writeStates(session: ImportSession, states: readonly StateValues[]): Promise<void> {
  const copy = session.copyInto('folded_state', sql.FOLDED_STATE_COLUMNS);
  await copy.write(states);
  await copy.end();
  await session.query(sql.WRITE_STATES);
}

function spanOf({ setId, retailer, looks }: LookGroup): AskedGroup {
  return {
    setId,
    retailer,
    from: new Date(looks[0]!.observedAtMs).toISOString(),
    until: new Date(looks.at(-1)!.observedAtMs).toISOString(),
  };
}

function allOf({ setId, retailer }: LookGroup): AskedGroup {
  return { setId, retailer, from: '-infinity', until: 'infinity' };
}

function keyOf({ setId, retailer }: Pick<LookGroup, 'setId' | 'retailer'>): string {
  return `${setId} ${retailer}`;
}
