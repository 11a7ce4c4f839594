import { type Cents, type Condition, type EpochDay, parseIsoDay } from '@brickmarket/domain';
import { type ValueStepTable, SetValueHistory, type ValueStepRange } from '@brickmarket/persistence-ports';
import { HISTORY_DAYS, UnitValueSteps } from '@brickmarket/portfolio';
import { Injectable } from '@nestjs/common';
import { type DataStamp, VersionedCache } from '../../hot-path/versioned-cache.ts';

const SETS_PER_STATEMENT = 200;

/** What one unit is worth today, and how it came there over the past year. */
export interface UnitWorth {
  readonly todayCents: Cents | null;
  readonly steps: UnitValueSteps;
}

/** A set with what it is worth in each condition. */
export interface ValuedSet {
  readonly setNumber: string;
  readonly title: string;
  readonly worth: Readonly<Record<Condition, UnitWorth>>;
}

/**
 * What sets were worth over the past year, kept until values or catalogue change: shared data, the same for every account.
 * Without it a large collection would fetch hundreds of thousands of steps for every request.
 */
@Injectable()
export class ValuedSets {
  // A list with the ids as places: several times faster to look up than a map, and ids are dense.
  private readonly kept = new VersionedCache<ValuedSet[]>(['catalog', 'market'], new Map());

  constructor(private readonly history: SetValueHistory) {}

  /** A list with at least these sets at the places of their ids. */
  async byId(wanted: readonly { readonly setId: number }[], stamp: DataStamp): Promise<readonly ValuedSet[]> {
    const known = this.keptFor(stamp);
    const missing = new Set<number>();
    for (const { setId } of wanted) if (known[setId] === undefined) missing.add(setId);
    const today = parseIsoDay(stamp.day)!;
    // In portions, so that the first look at a large collection holds up nobody else.
    for (const portion of portionsOf([...missing])) {
      const read = await this.history.read(portion, { from: today - HISTORY_DAYS['1y'] + 1, until: today });
      valuedSets(read, today).forEach((set, index) => (known[portion[index]!] = set));
    }
    return known;
  }

  private keptFor(stamp: DataStamp): ValuedSet[] {
    const kept = this.kept.get(stamp, 'sets');
    if (kept !== undefined) return kept;
    const fresh: ValuedSet[] = [];
    this.kept.set(stamp, 'sets', fresh);
    return fresh;
  }
}

function* portionsOf(ids: readonly number[]): Generator<readonly number[]> {
  for (let start = 0; start < ids.length; start += SETS_PER_STATEMENT)
    yield ids.slice(start, start + SETS_PER_STATEMENT);
}

function valuedSets({ table, sets }: ValueStepTable, today: EpochDay): readonly ValuedSet[] {
  const unitWorth = (range: ValueStepRange | undefined): UnitWorth => {
    const steps = range === undefined ? UnitValueSteps.none : new UnitValueSteps(table, range.start, range.end);
    return { todayCents: steps.inForceOn(today), steps };
  };
  return sets.map(({ setNumber, title, ranges }) => ({
    setNumber,
    title,
    worth: { sealed: unitWorth(ranges.sealed), used: unitWorth(ranges.used) },
  }));
}
