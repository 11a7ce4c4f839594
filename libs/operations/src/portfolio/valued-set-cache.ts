import type { EpochDay, SetInCondition } from '@brickmarket/domain';
import type { DataKind, SystemStatus, SetValueHistory } from '@brickmarket/persistence-ports';
import { daysOfValues, setConditionKey, setsToValue, type ValuedSet, valuedSet } from '@brickmarket/portfolio';

/** Facts per set and condition, cached until data or day change, shared by accounts, for requested sets. */
export class SetFactCache<Facts> {
  #stamp = '';
  #facts = new Map<number, Facts>();

  constructor(
    private readonly report: SystemStatus,
    private readonly kinds: readonly DataKind[],
    private readonly readFacts: (wanted: readonly SetInCondition[], today: EpochDay) => Promise<readonly Facts[]>,
  ) {}

  /** Contains at least these sets, by `setConditionKey`. */
  async read(copies: readonly SetInCondition[], today: EpochDay): Promise<ReadonlyMap<number, Facts>> {
    // Versions first: changes during the read are read again by the next request.
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

/** Saves reading hundreds of thousands of value steps per large overview. */
export class ValuedSetCache extends SetFactCache<ValuedSet> {
  constructor(values: SetValueHistory, report: SystemStatus) {
    super(report, ['catalog', 'market'], async (wanted, today) =>
      (await values.read(wanted, daysOfValues(today))).map((set) => valuedSet(set, today)),
    );
  }
}
