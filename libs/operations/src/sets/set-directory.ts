import { type FoundItems, IdentityIndex, identitySource } from '@brickmarket/catalog-search';
import { type EpochDay, SetStatus, setStatusOn } from '@brickmarket/domain';
import type { ItemChanges, SystemStatus, SetCatalog, SetIdentity } from '@brickmarket/persistence-ports';

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

  constructor(
    catalog: SetCatalog,
    private readonly report: SystemStatus,
    changes: ItemChanges,
  ) {
    this.#index = new IdentityIndex(
      identitySource(catalog, changes, ({ year }) => year),
      (set) => ({ number: set.setNumber, name: set.title, weight: set.pieces }),
    );
  }

  /** Ranks of the API's search, large sets first; other spellings if it finds nothing. */
  async search(typed: string, limit: number): Promise<FoundItems<SetIdentity>> {
    return this.#index.searchAlike(typed, limit, await this.#catalogVersion());
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
    return this.#index.findAll(numbers, await this.#catalogVersion());
  }

  async #catalogVersion(): Promise<number> {
    const changes = await this.report.listDataChanges();
    return changes.find(({ kind }) => kind === 'catalog')?.version ?? 0;
  }
}
