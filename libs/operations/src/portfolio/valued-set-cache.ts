import type { EpochDay, SetInCondition } from '@brickmarket/domain';
import type { DataKind, SystemStatus, SetValueHistory } from '@brickmarket/persistence-ports';
import { daysOfValues, setConditionKey, setsToValue, type ValuedSet, valuedSet } from '@brickmarket/portfolio';

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
    private readonly report: SystemStatus,
  ) {}

  /** At least the sets of these copies in their conditions, by `setConditionKey`. */
  async read(copies: readonly SetInCondition[], today: EpochDay): Promise<ReadonlyMap<number, ValuedSet>> {
    // Asked before the values are read: what changes in between is read again by the next request.
    const sets = this.#current(`${today} ${await this.#changedAt()}`);
    const wanted = setsToValue(copies, (key) => sets.has(key));
    const read = await this.values.read(wanted, daysOfValues(today));
    wanted.forEach((set, index) => sets.set(setConditionKey(set), valuedSet(read[index]!, today)));
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
