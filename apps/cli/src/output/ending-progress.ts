import type { Progress } from '@brickmarket/operations';

/** Progress that leaves the cursor at the start of a line when all is over. */
export interface EndingProgress extends Progress {
  end(): void;
}
