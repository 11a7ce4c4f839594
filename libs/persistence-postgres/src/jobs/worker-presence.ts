import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import { SessionLock } from '../database/session-lock.ts';
import { type RevokedWorker, revokeWorkers } from './revoke-workers.ts';
import { WorkerLease } from './worker-lease.ts';

// Must never change: workers of all releases recognize each other by it. The id of the worker is its second key.
const WORKER_LOCK = 7_214_665;

/**
 * Workers that are not connected, and those whose lease has run out. The lock ends at once with the process; a process
 * that hangs keeps it, but does not renew its lease. Workers of earlier releases have no lease.
 */
const LIST_ABSENT = `
SELECT k.id FROM (
  SELECT locked_by FROM graphile_worker.jobs WHERE locked_by IS NOT NULL UNION SELECT id FROM ops.worker
) k (id) LEFT JOIN ops.worker w ON w.id = k.id
WHERE w.leased_until < clock_timestamp() OR NOT EXISTS (
  SELECT FROM pg_locks l
  WHERE l.locktype = 'advisory' AND l.granted AND l.classid = ${WORKER_LOCK} AND l.objsubid = 2
    AND l.objid::bigint = hashtext(k.id)::bigint & 4294967295
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
)`;

const UNLOCK = 'SELECT graphile_worker.force_unlock_workers($1::text[])';

/** A job that got a successor while it ran loses its key and its attempts: after its worker died it is superfluous. */
const REMOVE_SUPERSEDED = `
SELECT FROM graphile_worker.complete_jobs(ARRAY(
  SELECT id FROM graphile_worker.jobs WHERE locked_at IS NULL AND key IS NULL AND attempts >= max_attempts
))`;

/** How a worker shows that it lives, and what it does when it hears of others. */
export interface PresenceOptions {
  readonly checkMs: number;
  readonly leaseMs: number;
  readonly onTakeOver: (workers: readonly RevokedWorker[]) => void;
  readonly onLeaseLost: () => never;
}

/** Shows the other workers that this one lives, and makes jobs of workers that do not available again. */
export class WorkerPresence {
  readonly #lock: SessionLock;
  #workerId: string | null = null;
  #lease: WorkerLease | null = null;
  /** Absent at the last check: one that has just started, or stood still with its machine, is not there at once. */
  #suspects: readonly string[] = [];
  readonly #ended = new AbortController();
  readonly #checking: Promise<void>;
  #announcing: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly options: PresenceOptions,
  ) {
    this.#lock = new SessionLock(database, async (client) => {
      await client.query('SELECT pg_advisory_lock($1, hashtext($2))', [WORKER_LOCK, this.#workerId]);
    });
    this.#checking = this.#checkEvery(options.checkMs);
  }

  /** Tells under which id this worker locks its jobs. */
  announce(workerId: string): void {
    const { leaseMs, onLeaseLost } = this.options;
    this.#workerId = workerId;
    this.#lease = new WorkerLease(this.database, workerId, leaseMs, onLeaseLost);
    this.#announcing = this.#showPresence().catch(() => undefined);
  }

  /** Makes the jobs of this worker available to others. */
  async giveBack(): Promise<void> {
    if (this.#workerId !== null) await this.database.pool.query(UNLOCK, [[this.#workerId]]);
  }

  async end(): Promise<void> {
    this.#ended.abort();
    await this.#checking;
    // A worker that finds nothing to do may end before it has its lease: taken later, nobody would give it back.
    await this.#announcing;
    // When the database is away, the lease runs out by itself.
    await this.#lease?.giveBack().catch(() => undefined);
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
    const absent = rows.map(({ id }) => id).filter((id) => id !== this.#workerId);
    const dead = absent.filter((id) => this.#suspects.includes(id));
    this.#suspects = absent;
    if (dead.length > 0) await this.#takeOver(dead);
    await this.database.pool.query(REMOVE_SUPERSEDED);
  }

  async #takeOver(ids: readonly string[]): Promise<void> {
    const client = await this.database.pool.connect();
    try {
      await client.query('BEGIN');
      const workers = await revokeWorkers(client, ids);
      await client.query('COMMIT');
      client.release();
      this.options.onTakeOver(workers);
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  async #showPresence(): Promise<void> {
    if (this.#workerId === null) return;
    await this.#lock.hold();
    await this.#lease?.take();
  }
}
