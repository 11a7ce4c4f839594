import { type FoundItems, IdentityIndex } from '@brickmarket/catalog-search';
import { type EpochDay, SetStatus, setStatusOn } from '@brickmarket/domain';
import type { SystemStatus, SetCatalog, SetIdentity } from '@brickmarket/persistence-ports';

/** In the order of their numbers. */
export const STATUS_NAMES = ['announced', 'available', 'retiring_soon', 'retired'] as const;
export type StatusName = (typeof STATUS_NAMES)[number];

export function statusName(set: SetIdentity, today: EpochDay): StatusName {
  return STATUS_NAMES[setStatusOn(set, today) - 1]!;
}

export interface BrowseFilter {
  readonly theme: string | null;
  readonly year: number | null;
  readonly status: StatusName | null;
}

/** Cached while the catalog is unchanged. */
export class SetDirectory {
  readonly #index: IdentityIndex<SetIdentity>;
  #byNumber: { readonly sets: readonly SetIdentity[]; readonly map: ReadonlyMap<string, SetIdentity> } = {
    sets: [],
    map: new Map(),
  };

  constructor(
    catalog: SetCatalog,
    private readonly report: SystemStatus,
  ) {
    this.#index = new IdentityIndex(
      () => catalog.streamIdentities(),
      (set) => ({ number: set.setNumber, name: set.title }),
    );
  }

  /** Same matching as the API's search. */
  async search(typed: string, limit: number): Promise<FoundItems<SetIdentity>> {
    return this.#index.search(typed, limit, 0, await this.#catalogVersion());
  }

  async list(): Promise<readonly SetIdentity[]> {
    return this.#index.list(await this.#catalogVersion());
  }

  /** Newest year first, then by number; sets retiring soon by exit day. */
  async browse(
    { theme, year, status }: BrowseFilter,
    page: { readonly limit: number; readonly offset: number; readonly today: EpochDay },
  ): Promise<FoundItems<SetIdentity>> {
    const wanted = status === null ? null : STATUS_NAMES.indexOf(status) + 1;
    const fitting = (await this.list()).filter(
      (set) =>
        (theme === null || set.theme === theme) &&
        (year === null || set.year === year) &&
        (wanted === null || setStatusOn(set, page.today) === wanted),
    );
    const items =
      wanted === SetStatus.retiringSoon ? fitting.toSorted((a, b) => (a.exitDay ?? 0) - (b.exitDay ?? 0)) : fitting;
    return { total: items.length, items: items.slice(page.offset, page.offset + page.limit) };
  }

  async findByNumbers(numbers: readonly string[]): Promise<ReadonlyMap<string, SetIdentity>> {
    const sets = await this.list();
    if (this.#byNumber.sets !== sets) this.#byNumber = { sets, map: new Map(sets.map((set) => [set.setNumber, set])) };
    return new Map(
      numbers.flatMap((number) => [this.#byNumber.map.get(number) ?? []].flat().map((set) => [number, set])),
    );
  }

  async #catalogVersion(): Promise<number> {
    const changes = await this.report.listDataChanges();
    return changes.find(({ kind }) => kind === 'catalog')?.version ?? 0;
  }
}
