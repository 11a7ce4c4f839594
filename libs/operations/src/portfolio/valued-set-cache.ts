import type { EpochDay, SetInCondition } from '@brickmarket/domain';
import type { DataKind, SystemStatus, SetValueHistory } from '@brickmarket/persistence-ports';
import { daysOfValues, setConditionKey, setsToValue, type ValuedSet, valuedSet } from '@brickmarket/portfolio';

/**
 * What is known of sets in a condition, in memory until data of these kinds or the day change. Shared data, the same
 * for every account, of the sets that somebody has asked for.
 */
export class SetFactCache<Facts> {
  #stamp = '';
  #facts = new Map<number, Facts>();

  constructor(
    private readonly report: SystemStatus,
    private readonly kinds: readonly DataKind[],
    private readonly readFacts: (wanted: readonly SetInCondition[], today: EpochDay) => Promise<readonly Facts[]>,
  ) {}

  /** At least the sets of these copies in their conditions, by `setConditionKey`. */
  async read(copies: readonly SetInCondition[], today: EpochDay): Promise<ReadonlyMap<number, Facts>> {
    // Asked before the facts are read: what changes in between is read again by the next request.
    const facts = this.#current(`${today} ${await this.#changedAt()}`);
    const wanted = setsToValue(copies, (key) => facts.has(key));
    const read = await this.readFacts(wanted, today);
    wanted.forEach((set, index) => facts.set(setConditionKey(set), read[index]!));
    return facts;
  }

  #current(stamp: string): Map<number, Facts> {
    if (stamp !== this.#stamp) {
      this.#stamp = stamp;
      this.#facts = new Map();
    }
    return this.#facts;
  }

  async #changedAt(): Promise<string> {
    const changes = await this.report.listDataChanges();
    return this.kinds.map((wanted) => changes.find(({ kind }) => kind === wanted)?.changedAt?.getTime() ?? 0).join(' ');
  }
}

/**
 * The values of sets over the past year: without it each overview of a large collection would read hundreds of
 * thousands of value steps.
 */
export class ValuedSetCache extends SetFactCache<ValuedSet> {
  constructor(values: SetValueHistory, report: SystemStatus) {
    super(report, ['catalog', 'market'], async (wanted, today) =>
      (await values.read(wanted, daysOfValues(today))).map((set) => valuedSet(set, today)),
    );
  }
}
