import type { Progress } from '@brickmarket/operations';
import { BarProgress } from './bar-progress.ts';
import { LineProgress } from './line-progress.ts';

/** Shows the progress of `work` on standard error: bars on a terminal, plain lines otherwise. Standard output is left to the answer. */
export async function watchProgress<T>(work: (progress: Progress) => Promise<T>): Promise<T> {
  const { stderr } = process;
  const progress = stderr.isTTY
    ? new BarProgress(stderr)
    : new LineProgress(
        (line) => void stderr.write(`${line}\n`),
        () => performance.now(),
      );
  try {
    return await work(progress);
  } finally {
    progress.end();
  }
}
