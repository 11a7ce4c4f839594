import { setImmediate } from 'node:timers/promises';

/** Runs a long calculation slice by slice: other requests are answered in between. */
export async function inSlices<Result>(slices: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = slices.next();
    if (done === true) return value;
    await setImmediate();
  }
}
