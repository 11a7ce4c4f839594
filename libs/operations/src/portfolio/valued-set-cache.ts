import type { EpochDay } from '@brickmarket/domain';
import type { DataKind, OperationsReport, SetValueHistory } from '@brickmarket/persistence-ports';
import { HISTORY_DAYS, type ValuedSet, valuedSets } from '@brickmarket/portfolio';

const SETS_PER_STATEMENT = 200;
const KINDS: readonly DataKind[] = ['catalog', 'market'];

/**
 * The values of sets over the past year, in memory until values, catalogue or the day change. Shared data, the same for
 * every account: without it each overview of a large collection would read hundreds of thousands of value steps.
 */
export class ValuedSetCache {
  #stamp = '';
  #sets = new Map<number, ValuedSet>();

  constructor(
    private readonly values: SetValueHistory,
    private readonly report: OperationsReport,
  ) {}

  /** At least these sets, by id. */
  async byId(wanted: ReadonlySet<number>, today: EpochDay): Promise<ReadonlyMap<number, ValuedSet>> {
    // Asked before the values are read: what changes in between is read again by the next request.
    const sets = this.#current(`${today} ${await this.#changedAt()}`);
    const missing = [...wanted].filter((id) => !sets.has(id));
    for (let start = 0; start < missing.length; start += SETS_PER_STATEMENT) {
      const portion = missing.slice(start, start + SETS_PER_STATEMENT);
      const read = await this.values.read(portion, { from: today - HISTORY_DAYS['1y'] + 1, until: today });
      valuedSets(read, today).forEach((set, index) => sets.set(portion[index]!, set));
    }
    return sets;
  }

  #current(stamp: string): Map<number, ValuedSet> {
    if (stamp !== this.#stamp) {
      this.#stamp = stamp;
      this.#sets = new Map();
    }
    return this.#sets;
  }

  async #changedAt(): Promise<string> {
    const changes = await this.report.listDataChanges();
    return KINDS.map((wanted) => changes.find(({ kind }) => kind === wanted)?.changedAt?.getTime() ?? 0).join(' ');
  }
}
