import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { Database } from '../database/database.ts';
import { SessionLock } from '../database/session-lock.ts';

/** Must never change: processes of all releases recognize each other by it. The key of a process is its second key. */
export const DELIVERER_LOCK = 7_214_674;

const MAX_KEY = 2_147_483_647;

/** A server tells a client that its connection is ended before it frees its locks: a moment, or longer when busy. */
const LOCKS_FREED_MS = 5_000;
const ASKED_EVERY_MS = 50;

/** Shows the other processes that deliver that this one lives, so that they leave alone what it has leased. */
export class DelivererPresence {
  readonly #lock: SessionLock;
  #key = aKey();

  constructor(database: Database) {
    this.#lock = new SessionLock(database, (client) => this.#take(client));
    database.onClose(() => this.#lock.end());
  }

  /** Takes the lock unless this process has it; returns its key, which deliveries are leased under. */
  async show(): Promise<number> {
    await this.#lock.hold();
    return this.#key;
  }

  /** Under the same key again after a lost connection, so that what is under way stays this process's own. */
  async #take(client: PoolClient): Promise<void> {
    const newKeyAt = performance.now() + LOCKS_FREED_MS;
    for (;;) {
      const { rows } = await client.query<{ isTaken: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS "isTaken"', [
        DELIVERER_LOCK,
        this.#key,
      ]);
      if (rows[0]!.isTaken) return;
      // By the connection before, or by another process. A machine that is gone takes 25 s: that is too long to wait.
      if (performance.now() < newKeyAt) await sleep(ASKED_EVERY_MS);
      else this.#key = aKey();
    }
  }
}

function aKey(): number {
  return randomInt(1, MAX_KEY);
}
