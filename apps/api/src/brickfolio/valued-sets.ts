import { type Cents, type Condition, type EpochDay, parseIsoDay } from '@brickmarket/domain';
import { SetValueHistory, type SetValues, type ValueColumns } from '@brickmarket/persistence-ports';
import { HISTORY_DAYS, ValueSteps } from '@brickmarket/portfolio';
import { Injectable } from '@nestjs/common';
import { type DataStamp, VersionedCache } from '../hot-path/versioned-cache.ts';

const SETS_PER_STATEMENT = 500;

/** What one unit is worth today, and how it came there over the past year. */
export interface UnitWorth {
  readonly todayCents: Cents | null;
  readonly steps: ValueSteps;
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
  private readonly kept = new VersionedCache<Map<number, ValuedSet>>(['catalog', 'market'], 1);

  constructor(private readonly history: SetValueHistory) {}

  /** At least the sets with these ids, by id. */
  async byId(setIds: Iterable<number>, stamp: DataStamp): Promise<ReadonlyMap<number, ValuedSet>> {
    const known = this.keptFor(stamp);
    const missing = new Set<number>();
    for (const id of setIds) if (!known.has(id)) missing.add(id);
    const today = parseIsoDay(stamp.day)!;
    // In portions, so that the first look at a large collection holds up nobody else.
    for (const portion of portionsOf([...missing])) {
      const read = await this.history.read(portion, { from: today - HISTORY_DAYS['1y'] + 1, until: today });
      read.forEach((set, index) => known.set(portion[index]!, valuedSet(set, today)));
    }
    return known;
  }

  private keptFor(stamp: DataStamp): Map<number, ValuedSet> {
    const kept = this.kept.get(stamp, 'sets');
    if (kept !== undefined) return kept;
    const fresh = new Map<number, ValuedSet>();
    this.kept.set(stamp, 'sets', fresh);
    return fresh;
  }
}

function* portionsOf(ids: readonly number[]): Generator<readonly number[]> {
  for (let start = 0; start < ids.length; start += SETS_PER_STATEMENT) yield ids.slice(start, start + SETS_PER_STATEMENT);
}

function valuedSet({ setNumber, title, steps }: SetValues, today: EpochDay): ValuedSet {
  return { setNumber, title, worth: { sealed: unitWorth(steps.sealed, today), used: unitWorth(steps.used, today) } };
}

function unitWorth(columns: ValueColumns | undefined, today: EpochDay): UnitWorth {
  const steps = columns === undefined ? ValueSteps.none : new ValueSteps(columns.days, columns.cents);
  return { todayCents: steps.inForceOn(today), steps };
}
