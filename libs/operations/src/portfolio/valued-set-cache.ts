import type { EpochDay, SetInCondition } from '@brickmarket/domain';
import {
  type DataKind,
  type ItemChanges,
  type SetValueHistory,
  versionsOf,
  type SystemStatus,
} from '@brickmarket/persistence-ports';
import { daysOfValues, type FactsByKey, SetFacts, type ValuedSet, valuedSet } from '@brickmarket/portfolio';

/** Where caches learn of changes. */
export interface ChangeReports {
  readonly report: Pick<SystemStatus, 'listDataChanges'>;
  readonly changes: Pick<ItemChanges, 'listItems'>;
}

/** Facts per set and condition, for requested sets, as of the versions of the data at the request. */
export class SetFactCache<Facts> {
  readonly #facts: SetFacts<Facts, DataKind>;

  constructor(
    private readonly reports: ChangeReports,
    kinds: readonly DataKind[],
    readFacts: (wanted: readonly SetInCondition[], today: EpochDay) => Promise<readonly Facts[]>,
  ) {
    this.#facts = new SetFacts(kinds, (versions) => reports.changes.listItems(versions), readFacts);
  }

  /** Contains at least these sets, by `setConditionKey`. */
  async read(copies: readonly SetInCondition[], today: EpochDay): Promise<FactsByKey<Facts>> {
    // Versions first: changes during the read are read again by the next request.
    return this.#facts.read(copies, today, versionsOf(await this.reports.report.listDataChanges()));
  }
}

/** Saves reading hundreds of thousands of value steps per large overview. */
export class ValuedSetCache extends SetFactCache<ValuedSet> {
  constructor(values: SetValueHistory, reports: ChangeReports) {
    super(reports, ['catalog', 'market'], async (wanted, today) =>
      (await values.read(wanted, daysOfValues(today))).map((set) => valuedSet(set, today)),
    );
  }
}
