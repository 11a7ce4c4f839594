import type { EpochDay, ThemeMove } from '@brickmarket/domain';
import type { DataKind, SystemStatus, ThemeMoves } from '@brickmarket/persistence-ports';

const MOVED_BY: readonly DataKind[] = ['catalog', 'market'];
/** Themes are hundreds, periods arbitrary. */
const MOST_KEPT = 20_000;

/** Cached until values or catalog change, shared by accounts. Saves reading two values per set of a theme. */
export class ThemeMoveCache {
  #stamp = '';
  #kept = new Map<string, readonly ThemeMove[]>();

  constructor(
    private readonly moves: ThemeMoves,
    private readonly report: SystemStatus,
  ) {}

  async read(
    themes: Iterable<string>,
    days: { readonly before: EpochDay; readonly now: EpochDay },
  ): Promise<readonly ThemeMove[]> {
    // Versions first: changes during the read are read again by the next request.
    const changes = (await this.report.listDataChanges()).filter(({ kind }) => MOVED_BY.includes(kind));
    const stamp = changes.map(({ kind, version }) => `${kind} ${version}`).join();
    if (stamp !== this.#stamp || this.#kept.size > MOST_KEPT) this.#kept = new Map();
    this.#stamp = stamp;
    const kept = this.#kept;
    const keyOf = (theme: string): string => `${days.before} ${days.now} ${theme}`;
    const wanted = [...new Set(themes)];
    const missing = wanted.filter((theme) => !kept.has(keyOf(theme)));
    const read = missing.length === 0 ? [] : await this.moves.list(missing, days);
    for (const theme of missing)
      kept.set(
        keyOf(theme),
        read.filter((move) => move.theme === theme),
      );
    return wanted.flatMap((theme) => kept.get(keyOf(theme))!);
  }
}
