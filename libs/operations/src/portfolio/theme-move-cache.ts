import type { EpochDay, ThemeMove } from '@brickmarket/domain';
import type { SystemStatus, ThemeMoves } from '@brickmarket/persistence-ports';
import { VersionedCache } from '../caching/versioned-cache.ts';

/** Themes are hundreds, periods arbitrary. */
const MOST_PERIODS = 100;

/** Cached until values or catalog change, shared by accounts. Saves reading two values per set of a theme. */
export class ThemeMoveCache {
  readonly #periods: VersionedCache<Map<string, readonly ThemeMove[]>>;

  constructor(
    private readonly moves: ThemeMoves,
    report: SystemStatus,
  ) {
    this.#periods = new VersionedCache(report, ['catalog', 'market'], MOST_PERIODS);
  }

  async read(
    themes: Iterable<string>,
    days: { readonly before: EpochDay; readonly now: EpochDay },
  ): Promise<readonly ThemeMove[]> {
    const kept = await this.#periods.read(`${days.before} ${days.now}`, async () => new Map());
    const wanted = [...new Set(themes)];
    const missing = wanted.filter((theme) => !kept.has(theme));
    const read = missing.length === 0 ? [] : await this.moves.list(missing, days);
    for (const theme of missing)
      kept.set(
        theme,
        read.filter((move) => move.theme === theme),
      );
    return wanted.flatMap((theme) => kept.get(theme)!);
  }
}
