import type { EpochDay, ThemeMove } from '@brickmarket/domain';
import type { DataKind, SystemStatus, ThemeMoves } from '@brickmarket/persistence-ports';

/** The data that moves of themes come from. */
const MOVED_BY: readonly DataKind[] = ['catalog', 'market'];
/** Themes are some hundreds, periods what anybody asks for. */
const MOST_KEPT = 20_000;

/**
 * How themes moved over periods, in memory until values or catalogue change. Shared data, the same for every account:
 * without it each look at a theme would look up two values of all its sets.
 */
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
    // Asked before the moves are read: what changes in between is read again by the next request.
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
