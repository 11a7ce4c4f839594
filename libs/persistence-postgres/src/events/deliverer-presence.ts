import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { Database } from '../database/database.ts';
import { SessionLock } from '../database/session-lock.ts';

/** Never change: all releases recognize each other by this lock. Its second key is the process. */
export const DELIVERER_LOCK = 7_214_674;

const MAX_KEY = 2_147_483_647;

/** Servers free locks shortly after closing the connection. */
const LOCKS_FREED_MS = 5_000;
const ASKED_EVERY_MS = 50;

/** Shows other processes that its leases are alive. */
export class DelivererPresence {
  readonly #lock: SessionLock;
  #key = aKey();

  constructor(database: Database) {
    this.#lock = new SessionLock(database, (client) => this.#take(client));
    database.onClose(() => this.#lock.end());
  }

  /** Takes the lock if needed; returns its key, used for leases. */
  async show(): Promise<number> {
    await this.#lock.hold();
    return this.#key;
  }

  /** Same key after a lost connection, so that leases stay valid. */
  async #take(client: PoolClient): Promise<void> {
    const newKeyAt = performance.now() + LOCKS_FREED_MS;
    for (;;) {
      const { rows } = await client.query<{ isTaken: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS "isTaken"', [
        DELIVERER_LOCK,
        this.#key,
      ]);
      if (rows[0]!.isTaken) return;
      // Held by the earlier connection or another process. A lost machine takes 25 s, too long to wait.
      if (performance.now() < newKeyAt) await sleep(ASKED_EVERY_MS);
      else this.#key = aKey();
    }
  }
}

function aKey(): number {
  return randomInt(1, MAX_KEY);
}
