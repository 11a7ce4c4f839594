import { availableParallelism, loadavg } from 'node:os';

/** Processes that want to run, per processor: beyond this, other work than the tests keeps the machine busy. */
const BUSY_LOAD = 2;

/** Longer than a busy host lets anybody wait: several minutes at a time were seen. */
export const BUSY_MS = '300000';

/**
 * The limits of every service that a spec starts are those of production, with this one exception: on a busy machine a
 * sound answer may take longer than the 1.8 s of production and would be answered 500 though nothing is wrong. There it
 * gets minutes. TEST_ON_BUSY_MACHINE=0 or 1 decides; `npm test` says 1 for the specs that run two at a time: with their
 * databases they keep two processors busy. The timed specs run one by one and get 0. For a spec that is run alone
 * the load at the start decides.
 */
export const SERVICE_TIMEOUTS: Readonly<Record<string, string>> =
  process.env['TEST_ON_BUSY_MACHINE'] === '1'
    ? { ANSWER_TIMEOUT_MS: BUSY_MS, STATEMENT_TIMEOUT_MS: BUSY_MS, REQUEST_TIMEOUT_MS: BUSY_MS }
    : {};

/** Where a database is killed: what is lost with it must be given up while the spec still waits. */
export const TIMEOUTS_BESIDE_CRASHES = {
  ...SERVICE_TIMEOUTS,
  ANSWER_TIMEOUT_MS: '20000',
  STATEMENT_TIMEOUT_MS: '20000',
};

/** Decides for all specs of a run, and says so. To be called before the run itself makes the machine busy. */
export function detectBusyMachine(): void {
  if (process.env['TEST_ON_BUSY_MACHINE'] !== undefined) return;
  const load = loadavg()[0]!;
  if (load <= BUSY_LOAD * availableParallelism()) return;
  process.env['TEST_ON_BUSY_MACHINE'] = '1';
  process.stderr.write(
    `The machine is busy (load ${load.toFixed(1)}): services get minutes for an answer, not production's 1.8 s.\n`,
  );
}
