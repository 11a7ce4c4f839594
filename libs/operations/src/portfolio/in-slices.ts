import { setImmediate } from 'node:timers/promises';

/** Yields to other requests between slices. */
export async function inSlices<Result>(slices: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = slices.next();
    if (done === true) return value;
    await setImmediate();
  }
}
