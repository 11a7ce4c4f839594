import type { EpochDay, ThemeMove } from '@brickmarket/domain';
import type { SystemStatus, ThemeMoves } from '@brickmarket/persistence-ports';

/** Periods that are kept: the usual ones of some days, and some of one's own. */
const MOST_PERIODS = 20;

/**
 * How themes moved over periods, in memory until values or catalogue change. Shared data, the same for every account:
 * each period looks up two values of every set.
 */
export class ThemeMoveCache {
  #stamp = '';
  readonly #periods = new Map<string, Promise<readonly ThemeMove[]>>();

  constructor(
    private readonly moves: ThemeMoves,
    private readonly report: SystemStatus,
  ) {}

  async read(before: EpochDay, now: EpochDay): Promise<readonly ThemeMove[]> {
    // Asked before the moves are read: what changes in between is read again by the next request.
    const stamp = (await this.report.listDataChanges()).map(({ kind, version }) => `${kind} ${version}`).join();
    if (stamp !== this.#stamp || this.#periods.size >= MOST_PERIODS) this.#periods.clear();
    this.#stamp = stamp;
    const key = `${before} ${now}`;
    const reading = this.#periods.get(key) ?? this.moves.list(before, now);
    this.#periods.set(key, reading);
    // A failure is not kept: the next request reads again.
    reading.catch(() => this.#periods.delete(key));
    return reading;
  }
}
