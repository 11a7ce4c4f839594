import { CONDITIONS, parseIsoDay } from '@brickmarket/domain';
import { SetValueHistory, type SetValues } from '@brickmarket/persistence-ports';
import { HISTORY_DAYS, type ValueSeries, ValueSteps } from '@brickmarket/portfolio';
import { Injectable } from '@nestjs/common';
import { type DataStamp, VersionedCache } from '../hot-path/versioned-cache.ts';

const SETS_PER_STATEMENT = 500;

/** A set with its value series of the past year, by condition. */
export interface ValuedSet {
  readonly setNumber: string;
  readonly title: string;
  readonly series: Readonly<Record<'sealed' | 'used', ValueSeries>>;
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
  async byId(setIds: ReadonlySet<number>, stamp: DataStamp): Promise<ReadonlyMap<number, ValuedSet>> {
    const known = this.keptFor(stamp);
    const missing = [...setIds].filter((id) => !known.has(id));
    const until = parseIsoDay(stamp.day)!;
    // In portions, so that the first look at a large collection holds up nobody else.
    for (let start = 0; start < missing.length; start += SETS_PER_STATEMENT) {
      const portion = missing.slice(start, start + SETS_PER_STATEMENT);
      const read = await this.history.read(portion, { from: until - HISTORY_DAYS['1y'] + 1, until });
      read.forEach((set, index) => known.set(portion[index]!, valuedSet(set)));
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

function valuedSet({ setNumber, title, steps }: SetValues): ValuedSet {
  const [sealed, used] = CONDITIONS.map((condition): ValueSeries => {
    const columns = steps[condition];
    return { setNumber, condition, steps: columns === undefined ? ValueSteps.none : new ValueSteps(columns.days, columns.cents) };
  });
  return { setNumber, title, series: { sealed: sealed!, used: used! } };
}
