import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

/** How often and how long to check; the default time is generous, because a busy machine is slow, not broken. */
export interface Timing {
  readonly withinMs?: number;
  readonly everyMs?: number;
}

/** A host can stand still for minutes. However long it does, no more than this is counted as waited. */
const STEP_MS = 1_000;

/** Waits in steps, so that after a standstill of the host those who are waited for get the rest of their time. */
async function wait(ms: number, signal?: AbortSignal): Promise<void> {
  for (let left = ms; left > 0; left -= STEP_MS) await pause(Math.min(left, STEP_MS), undefined, { signal });
}

type Truthy<T> = Exclude<T, false | 0 | '' | null | undefined | void>;

/**
 * Repeats `check` until it returns something truthy, and returns that. Fails with `what` when that does not happen in
 * time, so that a regression ends a test with a message and not by hanging. An error thrown by `check` ends the wait.
 */
export async function eventually<T>(
  what: string,
  check: () => T | Promise<T>,
  { withinMs = 120_000, everyMs = 20 }: Timing = {},
): Promise<Truthy<T>> {
  for (let waitedMs = 0; ;) {
    const begunAt = performance.now();
    const found = await check();
    if (found) return found as Truthy<T>;
    if (waitedMs >= withinMs) throw new Error(`not within ${withinMs / 1000} s: ${what}`);
    await wait(everyMs);
    waitedMs += Math.min(performance.now() - begunAt, everyMs + STEP_MS);
  }
}

/** The outcome of `promise`, for events and exits of processes; fails with `what` when it does not settle in time. */
export async function inTime<T>(what: string, promise: Promise<T>, { withinMs = 120_000 }: Timing = {}): Promise<T> {
  const cancel = new AbortController();
  try {
    return await Promise.race([
      promise,
      wait(withinMs, cancel.signal).then(() => {
        throw new Error(`not within ${withinMs / 1000} s: ${what}`);
      }),
    ]);
  } finally {
    cancel.abort();
  }
}

/** How a process ended; fails when it does not end in time. */
export async function exitOf(child: ChildProcess, timing: Timing = {}): Promise<[number | null, string | null]> {
  if (child.exitCode === null && child.signalCode === null)
    await inTime(`process ${child.pid} (${child.spawnargs.slice(1, 3).join(' ')}) ends`, once(child, 'exit'), timing);
  return [child.exitCode, child.signalCode];
}

/** The next message of a process; fails when it says nothing in time, or ends first. */
export async function messageOf<Message>(child: ChildProcess, timing: Timing = {}): Promise<Message> {
  const ended = new AbortController();
  try {
    const message = once(child, 'message', { signal: ended.signal }).then(([told]) => told as Message);
    const exit = once(child, 'exit', { signal: ended.signal }).then(([code]) => {
      throw new Error(`process ${child.pid} ended with ${String(code)} before it said anything`);
    });
    return await inTime(`a message of process ${child.pid}`, Promise.race([message, exit]), timing);
  } finally {
    ended.abort();
  }
}

/** A promise that a test settles. */
export interface Deferred {
  readonly promise: Promise<void>;
  resolve(): void;
  reject(reason: Error): void;
}

export function deferred(): Deferred {
  let [resolve, reject]: [() => void, (reason: Error) => void] = [() => undefined, () => undefined];
  const promise = new Promise<void>((fulfil, fail) => ([resolve, reject] = [fulfil, fail]));
  return { promise, resolve: () => resolve(), reject: (reason) => reject(reason) };
}
