import { setFlagsFromString } from 'node:v8';

const GARBAGE_PERCENT = 40;

/**
 * Has old garbage collected when it amounts to so much of what is alive. Left to itself, V8 lets it grow to several times
 * that on a large machine: a request that waits for the database is old by the time it is answered. A bound on the heap
 * would do the same until many large answers are under way at once, and then end the process.
 */
export function collectEarly(): void {
  setFlagsFromString(`--heap-growing-percent=${GARBAGE_PERCENT}`);
}
