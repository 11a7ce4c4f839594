/** In milliseconds. */
export interface RestartBackoffOptions {
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** A longer run resets the pause. */
  readonly stableAfterMs: number;
}

/** Doubles the pause up to a limit, so that a failing process does not use up the machine. */
export class RestartBackoff {
  readonly #options: RestartBackoffOptions;
  #pauseMs: number;

  constructor(options: RestartBackoffOptions) {
    this.#options = options;
    this.#pauseMs = options.firstPauseMs;
  }

  /** Pause before the next start, after a run of `ranMs`. */
  nextPauseMs(ranMs: number): number {
    const { firstPauseMs, longestPauseMs, stableAfterMs } = this.#options;
    const pauseMs = ranMs > stableAfterMs ? firstPauseMs : this.#pauseMs;
    this.#pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    return pauseMs;
  }
}
