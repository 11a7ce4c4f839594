import { type FoundItems, IdentityIndex } from '@brickmarket/catalog-search';
import type { OperationsReport, SetCatalog, SetIdentity } from '@brickmarket/persistence-ports';

/** All sets of the catalogue by number and name, in memory for as long as the catalogue does not change. */
export class SetDirectory {
  readonly #index: IdentityIndex<SetIdentity>;
  #byNumber: { readonly sets: readonly SetIdentity[]; readonly map: ReadonlyMap<string, SetIdentity> } = {
    sets: [],
    map: new Map(),
  };

  constructor(
    catalog: SetCatalog,
    private readonly report: OperationsReport,
  ) {
    this.#index = new IdentityIndex(
      () => catalog.streamIdentities(),
      (set) => ({ number: set.setNumber, name: set.title }),
    );
  }

  /** The best matches for what a person has typed so far, by the rules of the API's search. */
  async search(typed: string, limit: number): Promise<FoundItems<SetIdentity>> {
    return this.#index.search(typed, limit, 0, await this.#catalogVersion());
  }

  /** Every set, newest year first, then by number. */
  async list(): Promise<readonly SetIdentity[]> {
    return this.#index.list(await this.#catalogVersion());
  }

  /** The sets with these canonical numbers; numbers without a set are absent. */
  async findByNumbers(numbers: readonly string[]): Promise<ReadonlyMap<string, SetIdentity>> {
    const sets = await this.list();
    if (this.#byNumber.sets !== sets) this.#byNumber = { sets, map: new Map(sets.map((set) => [set.setNumber, set])) };
    return new Map(
      numbers.flatMap((number) => [this.#byNumber.map.get(number) ?? []].flat().map((set) => [number, set])),
    );
  }

  /** Imports of the catalogue exclude each other, so that no two changes have the same time. */
  async #catalogVersion(): Promise<number> {
    const changes = await this.report.listDataChanges();
    return changes.find(({ kind }) => kind === 'catalog')?.changedAt?.getTime() ?? 0;
  }
}
