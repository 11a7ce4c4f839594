import type { Cents, Condition, EpochDay, Holding } from '@brickmarket/domain';
import { costOf, type HeldCopies } from './holding-valuation.ts';
import { HISTORY_DAYS, UnitValueSteps } from './value-history.ts';

/** The value of one unit today, and its steps over the past year. */
export interface UnitWorth {
  readonly todayCents: Cents | null;
  readonly steps: UnitValueSteps;
}

/** A set in one condition. */
interface SetInCondition {
  readonly setId: number;
  readonly condition: Condition;
}

/** A set with its value in one condition. */
export interface ValuedSet {
  readonly setNumber: string;
  readonly title: string;
  readonly theme: string;
  readonly worth: UnitWorth;
}

/** The number under which a set in one condition is kept: dense, since numbers of sets are. */
export function valuedSetKey({ setId, condition }: SetInCondition): number {
  return 2 * setId + (condition === 'used' ? 1 : 0);
}

/** Value steps of several sets as stored: one table, and where the steps of each set are in it. */
interface StoredSteps {
  readonly table: Int32Array;
  readonly sets: readonly {
    readonly setNumber: string;
    readonly title: string;
    readonly theme: string;
    readonly range: { readonly start: number; readonly end: number } | null;
  }[];
}

/** The first read of a large collection must not block other requests for long. */
const SETS_PER_READ = 200;
/** The database reads one portion while another is decoded; few, so that the pool has connections left for others. */
const CONCURRENT_READS = 3;

/**
 * Reads the values of sets over the longest period of a history, each in the condition that is wanted, portion by
 * portion, and stores each by its key.
 */
export async function readValuedSets(
  wanted: readonly SetInCondition[],
  today: EpochDay,
  read: (
    wanted: readonly SetInCondition[],
    days: { readonly from: EpochDay; readonly until: EpochDay },
  ) => Promise<StoredSteps>,
  store: (key: number, set: ValuedSet) => void,
): Promise<void> {
  let start = 0;
  const readPortions = async (): Promise<void> => {
    while (start < wanted.length) {
      const portion = wanted.slice(start, (start += SETS_PER_READ));
      const { table, sets } = await read(portion, { from: today - HISTORY_DAYS['1y'] + 1, until: today });
      sets.forEach(({ setNumber, title, theme, range }, index) => {
        const steps = range === null ? UnitValueSteps.none : new UnitValueSteps(table, range.start, range.end);
        const worth = { todayCents: steps.inForceOn(today), steps };
        store(valuedSetKey(portion[index]!), { setNumber, title, theme, worth });
      });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_READS }, readPortions));
}

/** Of many copies, each set in each condition once, without those that are known. */
export function unknownSets(
  copies: Iterable<SetInCondition>,
  isKnown: (key: number) => boolean,
): readonly SetInCondition[] {
  const missing = new Map<number, SetInCondition>();
  for (const copy of copies) {
    const key = valuedSetKey(copy);
    if (!isKnown(key)) missing.set(key, copy);
  }
  return [...missing.values()];
}

/** An unsold holding with its value. */
export interface ValuedHolding extends HeldCopies, Pick<Holding, 'purchasePriceCents' | 'purchaseDay' | 'status'> {
  readonly brickfolioId: number;
  readonly title: string;
  readonly theme: string;
  readonly condition: Condition;
  readonly worth: UnitWorth;
}

/** Today's value of a unit, used for all totals. */
export const unitValueOf = (holding: ValuedHolding): Cents | null => holding.worth.todayCents;

/** A holding with the value of its set in its condition. */
export function valuedHolding(
  holding: Omit<Holding, 'setNumber' | 'notes'> & { readonly brickfolioId: number },
  set: ValuedSet,
): ValuedHolding {
  // Field by field: for ten thousand records, object spread takes longer than computing the totals.
  return {
    brickfolioId: holding.brickfolioId,
    setNumber: set.setNumber,
    title: set.title,
    theme: set.theme,
    condition: holding.condition,
    quantity: holding.quantity,
    costCents: costOf(holding),
    purchasePriceCents: holding.purchasePriceCents,
    purchaseDay: holding.purchaseDay,
    heldFrom: holding.purchaseDay,
    status: holding.status,
    worth: set.worth,
  };
}
