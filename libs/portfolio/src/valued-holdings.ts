import type { Cents, Condition, EpochDay, Holding } from '@brickmarket/domain';
import { costOf, type HeldCopies } from './holding-valuation.ts';
import { HISTORY_DAYS, UnitValueSteps } from './value-history.ts';

/** The value of one unit today, and its steps over the past year. */
export interface UnitWorth {
  readonly todayCents: Cents | null;
  readonly steps: UnitValueSteps;
}

/** A set with its value in each condition. */
export interface ValuedSet {
  readonly setNumber: string;
  readonly title: string;
  readonly worth: Readonly<Record<Condition, UnitWorth>>;
}

/** Value steps of several sets as stored: one table, and where the steps of each set are in it. */
interface StoredSteps {
  readonly table: Int32Array;
  readonly sets: readonly {
    readonly setNumber: string;
    readonly title: string;
    readonly ranges: Readonly<Partial<Record<Condition, { readonly start: number; readonly end: number }>>>;
  }[];
}

/** The first read of a large collection must not block other requests for long. */
const SETS_PER_READ = 200;
/** The database reads one portion while another is decoded; few, so that the pool has connections left for others. */
const CONCURRENT_READS = 3;

/** Reads the values of sets over the longest period of a history, portion by portion, and stores each by its id. */
export async function readValuedSets(
  ids: readonly number[],
  today: EpochDay,
  read: (ids: readonly number[], days: { readonly from: EpochDay; readonly until: EpochDay }) => Promise<StoredSteps>,
  store: (id: number, set: ValuedSet) => void,
): Promise<void> {
  let start = 0;
  const readPortions = async (): Promise<void> => {
    while (start < ids.length) {
      const portion = ids.slice(start, (start += SETS_PER_READ));
      const steps = await read(portion, { from: today - HISTORY_DAYS['1y'] + 1, until: today });
      valuedSets(steps, today).forEach((set, index) => store(portion[index]!, set));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_READS }, readPortions));
}

/** The sets with their values, in the order of the table. */
function valuedSets({ table, sets }: StoredSteps, today: EpochDay): readonly ValuedSet[] {
  const unitWorth = (range: { readonly start: number; readonly end: number } | undefined): UnitWorth => {
    const steps = range === undefined ? UnitValueSteps.none : new UnitValueSteps(table, range.start, range.end);
    return { todayCents: steps.inForceOn(today), steps };
  };
  return sets.map(({ setNumber, title, ranges }) => ({
    setNumber,
    title,
    worth: { sealed: unitWorth(ranges.sealed), used: unitWorth(ranges.used) },
  }));
}

/** An unsold holding with its value. */
export interface ValuedHolding extends HeldCopies, Pick<Holding, 'purchasePriceCents' | 'purchaseDay' | 'status'> {
  readonly brickfolioId: number;
  readonly title: string;
  readonly worth: UnitWorth;
}

/** Today's value of a unit, used for all totals. */
export const unitValueOf = (holding: ValuedHolding): Cents | null => holding.worth.todayCents;

/** A holding with the value of its set. */
export function valuedHolding(
  holding: Omit<Holding, 'setNumber' | 'notes'> & { readonly brickfolioId: number },
  set: ValuedSet,
): ValuedHolding {
  // Field by field: for ten thousand records, object spread takes longer than computing the totals.
  return {
    brickfolioId: holding.brickfolioId,
    setNumber: set.setNumber,
    title: set.title,
    quantity: holding.quantity,
    costCents: costOf(holding),
    purchasePriceCents: holding.purchasePriceCents,
    purchaseDay: holding.purchaseDay,
    heldFrom: holding.purchaseDay,
    status: holding.status,
    worth: set.worth[holding.condition],
  };
}
