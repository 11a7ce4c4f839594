/** Receives the progress of a long operation. Called often, so it must be cheap. */
export interface Progress {
  /** A new step begins, named for people: `reading`, `merging`. */
  step(title: string): void;
  /** How far the current step has come. Not called for steps of unknown size. */
  advance(done: number, total: number): void;
}

/** Ignores all progress. */
export const UNWATCHED: Progress = { step: () => undefined, advance: () => undefined };
