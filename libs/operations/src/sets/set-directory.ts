import { type FoundItems, IdentityIndex } from '@brickmarket/catalog-search';
import type { OperationsReport, SetCatalog, SetIdentity } from '@brickmarket/persistence-ports';

/** All sets of the catalogue by number and name, in memory for as long as the catalogue does not change. */
export class SetDirectory {
  readonly #index: IdentityIndex<SetIdentity>;

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

  /** Imports of the catalogue exclude each other, so that no two changes have the same time. */
  async #catalogVersion(): Promise<number> {
    const changes = await this.report.listDataChanges();
    return changes.find(({ kind }) => kind === 'catalog')?.changedAt?.getTime() ?? 0;
  }
}
