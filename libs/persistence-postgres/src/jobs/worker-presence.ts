import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { Database } from '../database/database.ts';

// Must never change: workers of all releases recognize each other by it. The id of the worker is its second key.
const WORKER_LOCK = 7_214_665;

/** The server notices within 25 s that the machine of a connection is gone, instead of within two hours. */
export const NOTICE_LOST_MACHINES = `
SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3`;

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

/**
 * Shows the other workers that this one lives, by a lock that belongs to a connection: it ends with the process, and
 * lasts while a long computation blocks the event loop, in which a timer would be late. Makes jobs of workers without
 * such a lock available again.
 */
export class WorkerPresence {
  #client: PoolClient | null = null;
  #connecting: Promise<void> | null = null;
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
    this.#checking = this.#checkEvery(checkMs);
  }

  /** Tells under which id this worker locks its jobs. */
  async announce(workerId: string): Promise<void> {
    this.#workerId = workerId;
    await this.#connect().catch(() => undefined);
  }

  /** Makes the jobs of this worker available to others. */
  async giveBack(): Promise<void> {
    if (this.#workerId !== null) await this.database.pool.query(UNLOCK, [[this.#workerId]]);
  }

  async end(): Promise<void> {
    this.#ended.abort();
    await this.#checking;
    await this.#connecting?.catch(() => undefined);
    const client = this.#client;
    this.#client = null;
    client?.release(true);
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
    await this.#connect();
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

  /** Takes the lock, again when its connection was lost. One at a time: a second one would wait for the first. */
  #connect(): Promise<void> {
    if (this.#client !== null || this.#workerId === null) return Promise.resolve();
    this.#connecting ??= this.#takeLock(this.#workerId).finally(() => (this.#connecting = null));
    return this.#connecting;
  }

  async #takeLock(workerId: string): Promise<void> {
    const client = await this.database.pool.connect();
    try {
      await client.query(NOTICE_LOST_MACHINES);
      await client.query('SELECT pg_advisory_lock($1, hashtext($2))', [WORKER_LOCK, workerId]);
    } catch (error) {
      client.release(true);
      throw error;
    }
    this.#client = client;
    client.once('end', () => {
      if (this.#client !== client) return;
      this.#client = null;
      client.release(true);
    });
  }
}
