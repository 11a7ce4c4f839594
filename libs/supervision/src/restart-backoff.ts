/** How fast a supervisor restarts a process. All in milliseconds. */
export interface RestartBackoffOptions {
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** A process that ran longer than this counts as stable: its death starts again with the first pause. */
  readonly stableAfterMs: number;
}

/**
 * The pauses between restarts of a process that keeps dying: each twice as long as the one before, up to a limit, so
 * that a process that cannot run does not use up the machine.
 */
export class RestartBackoff {
  readonly #options: RestartBackoffOptions;
  #pauseMs: number;

  constructor(options: RestartBackoffOptions) {
    this.#options = options;
    this.#pauseMs = options.firstPauseMs;
  }

  /** The pause before the next start, in milliseconds, after a process died that had run for `ranMs`. */
  nextPauseMs(ranMs: number): number {
    const { firstPauseMs, longestPauseMs, stableAfterMs } = this.#options;
    const pauseMs = ranMs > stableAfterMs ? firstPauseMs : this.#pauseMs;
    this.#pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    return pauseMs;
  }
}
