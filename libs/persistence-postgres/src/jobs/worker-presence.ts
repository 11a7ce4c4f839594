import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import { SessionLock } from '../database/session-lock.ts';

// Must never change: workers of all releases recognize each other by it. The id of the worker is its second key.
const WORKER_LOCK = 7_214_665;

/** Workers with running jobs that are not connected. */
const LIST_ABSENT = `
SELECT DISTINCT j.locked_by AS id FROM graphile_worker.jobs j
WHERE j.locked_by IS NOT NULL AND NOT EXISTS (
  SELECT FROM pg_locks l
  WHERE l.locktype = 'advisory' AND l.granted AND l.classid = ${WORKER_LOCK} AND l.objsubid = 2
    AND l.objid::bigint = hashtext(j.locked_by)::bigint & 4294967295
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
)`;

const UNLOCK = 'SELECT graphile_worker.force_unlock_workers($1::text[])';

/** A job that got a successor while it ran loses its key and its attempts: after its worker died it is superfluous. */
const REMOVE_SUPERSEDED = `
SELECT FROM graphile_worker.complete_jobs(ARRAY(
  SELECT id FROM graphile_worker.jobs WHERE locked_at IS NULL AND key IS NULL AND attempts >= max_attempts
))`;

/** Shows the other workers that this one lives, and makes jobs of workers that do not available again. */
export class WorkerPresence {
  readonly #lock: SessionLock;
  #workerId: string | null = null;
  /** Absent at the last check: a worker that has just started, or has to connect again, is not there at once. */
  #suspects: readonly string[] = [];
  readonly #ended = new AbortController();
  readonly #checking: Promise<void>;

  constructor(
    private readonly database: Database,
    checkMs: number,
    private readonly onTakeOver: (workerIds: readonly string[]) => void,
  ) {
    this.#lock = new SessionLock(database, async (client) => {
      await client.query('SELECT pg_advisory_lock($1, hashtext($2))', [WORKER_LOCK, this.#workerId]);
    });
    this.#checking = this.#checkEvery(checkMs);
  }

  /** Tells under which id this worker locks its jobs. */
  async announce(workerId: string): Promise<void> {
    this.#workerId = workerId;
    await this.#showPresence().catch(() => undefined);
  }

  /** Makes the jobs of this worker available to others. */
  async giveBack(): Promise<void> {
    if (this.#workerId !== null) await this.database.pool.query(UNLOCK, [[this.#workerId]]);
  }

  async end(): Promise<void> {
    this.#ended.abort();
    await this.#checking;
    await this.#lock.end();
  }

  async #checkEvery(ms: number): Promise<void> {
    const { signal } = this.#ended;
    for (;;) {
      await sleep(ms, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      // When the database does not answer, the next check tries again.
      await this.#check().catch(() => undefined);
    }
  }

  async #check(): Promise<void> {
    await this.#showPresence();
    const { rows } = await this.database.pool.query<{ id: string }>(LIST_ABSENT);
    const absent = rows.map(({ id }) => id);
    const dead = absent.filter((id) => this.#suspects.includes(id));
    this.#suspects = absent;
    if (dead.length > 0) {
      await this.database.pool.query(UNLOCK, [dead]);
      this.onTakeOver(dead);
    }
    await this.database.pool.query(REMOVE_SUPERSEDED);
  }

  #showPresence(): Promise<void> {
    return this.#workerId === null ? Promise.resolve() : this.#lock.hold();
  }
}
