/** Who watches a long operation. Must be cheap: it is told often. */
export interface Progress {
  /** A new step begins, named for people: `reading`, `merging`. */
  step(title: string): void;
  /** How far the present step has come. Not told for steps whose size is unknown. */
  advance(done: number, total: number): void;
}

/** Nobody watches. */
export const UNWATCHED: Progress = { step: () => undefined, advance: () => undefined };
