import { HostPauses } from '../../support/host-pauses.ts';

/** What was seen when a fault struck, and what of it was not as it must be. */
export interface Struck<Result> {
  readonly result: Result;
  readonly failures: readonly string[];
}

/** A machine that stood still for longer says nothing about how long the service took. */
const STANDSTILL_MS = 3_000;
const MOST_ATTEMPTS = 3;

/** Strikes again when something is wrong and the machine stood still meanwhile; the last time counts in any case. */
export async function strikeUndisturbed<Result>(
  strike: (attempt: number) => Promise<Struck<Result>>,
  say: (line: string) => void,
): Promise<Struck<Result>> {
  for (let attempt = 1; ; attempt++) {
    const host = await HostPauses.start();
    const from = performance.now();
    const struck = await strike(attempt);
    // Only then the last pause has been heard of.
    await host.stop();
    const standstillMs = host.longestMs(from, performance.now());
    if (struck.failures.length === 0 || standstillMs < STANDSTILL_MS || attempt === MOST_ATTEMPTS) return struck;
    say(`the machine stood still for ${(standstillMs / 1_000).toFixed(1)} s, so that does not count`);
    for (const text of struck.failures) say(`not counted: ${text}`);
  }
}
