import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkerOptions } from '@brickmarket/persistence-ports';
import type { PoolClient } from 'pg';
import type { Database } from '../database/database.ts';
import { NOTICE_LOST_MACHINES } from '../database/session-lock.ts';
import { revokeWorkers, UNLOCK } from './revoke-workers.ts';

// Must never change: workers of all releases recognize each other by it. `ops.is_worker_alive` has it too.
const WORKER_LOCK = 7_214_665;

/** Beats in a lease: one or two may be late. */
const BEATS_PER_LEASE = 5;

const REGISTER = `
INSERT INTO ops.worker (id, host, pid, connection_name, leased_until)
VALUES ($1, $2, $3, $4, clock_timestamp() + $5 * interval '1 millisecond')`;

/** Workers of the last release read `leased_until`. */
const BEAT = `
UPDATE ops.worker
SET beat_at = clock_timestamp(), leased_until = clock_timestamp() + $2 * interval '1 millisecond' WHERE id = $1`;

const DEREGISTER = 'DELETE FROM ops.worker WHERE id = $1';

const LIST_DEAD = `
SELECT id FROM (
  SELECT locked_by FROM graphile_worker.jobs WHERE locked_by IS NOT NULL UNION SELECT id FROM ops.worker
) known (id) WHERE NOT ops.is_worker_alive(id)`;

/** A job that got a successor while it ran loses its key and its attempts: after its worker died it is superfluous. */
const REMOVE_SUPERSEDED = `
SELECT FROM graphile_worker.complete_jobs(ARRAY(
  SELECT id FROM graphile_worker.jobs WHERE locked_at IS NULL AND key IS NULL AND attempts >= max_attempts
))`;

/**
 * The session by which other workers see that this one lives. It holds a lock, which ends with the process. The server
 * ends a session without a beat for `leaseMs`, so a worker that hangs loses its lock, its connections and its jobs.
 */
export class WorkerPresence {
  #workerId: string | null = null;
  #beatAt = moment();
  /** Dead at the last check. Two checks must agree: a worker has its first job before it has its lock. */
  #suspects: readonly string[] = [];
  readonly #ended = new AbortController();
  #watching: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly options: WorkerOptions,
  ) {}

  /** Shows under which id this worker locks its jobs. */
  announce(workerId: string): void {
    this.#workerId = workerId;
    this.#watching = this.#watch(workerId).catch(() => this.#lose());
  }

  /** Makes the jobs of this worker available to others. */
  async giveBack(): Promise<void> {
    if (this.#workerId !== null) await this.database.pool.query(UNLOCK, [[this.#workerId]]);
  }

  async end(): Promise<void> {
    this.#ended.abort();
    if (this.database.settings.fence) this.database.settings.fence.check = null;
    await this.#watching;
  }

  async #watch(workerId: string): Promise<void> {
    const { checkMs, leaseMs } = this.options;
    const { signal } = this.#ended;
    const { pool, settings } = this.database;
    const client = await pool.connect();
    try {
      client.once('end', () => this.#lose());
      await client.query(`${NOTICE_LOST_MACHINES}; SET idle_session_timeout = ${leaseMs}`);
      await client.query('SELECT pg_advisory_lock($1, hashtext($2))', [WORKER_LOCK, workerId]);
      await client.query(REGISTER, [workerId, hostname(), process.pid, settings.applicationName, leaseMs]);
      this.#beatAt = moment();
      if (settings.fence) settings.fence.check = () => this.#loseIfHung();
      while (!signal.aborted) {
        await sleep(Math.min(checkMs, leaseMs / BEATS_PER_LEASE), undefined, { signal }).catch(() => undefined);
        // A check that fails is repeated. If the session is lost, the process ends.
        if (!signal.aborted) await this.#check(client, workerId).catch(() => undefined);
      }
      await client.query(DEREGISTER, [workerId]);
    } finally {
      client.release(true);
    }
  }

  async #check(client: PoolClient, workerId: string): Promise<void> {
    this.#loseIfHung();
    const sentAt = moment();
    await client.query(BEAT, [workerId, this.options.leaseMs]);
    this.#beatAt = sentAt;
    const dead = (await client.query<{ id: string }>(LIST_DEAD)).rows.map(({ id }) => id);
    const lost = dead.filter((id) => this.#suspects.includes(id));
    this.#suspects = dead;
    if (lost.length > 0) await this.#takeOver(client, lost);
    await client.query(REMOVE_SUPERSEDED);
  }

  async #takeOver(client: PoolClient, ids: readonly string[]): Promise<void> {
    const workers = await revokeWorkers(client, ids);
    const named = workers.map(({ host, pid }) => `process ${pid} on ${host}`).join(', ') || 'another worker';
    const did = `took over the jobs of ${named}, which died or hangs`;
    this.options.report({ job: 'worker', jobId: null, did, isFailure: false, ms: 0 });
  }

  /** After a lease without a beat the server has ended the session, which this process may not have heard yet. */
  #loseIfHung(): void {
    const now = moment();
    if (Math.max(now.wall - this.#beatAt.wall, now.tick - this.#beatAt.tick) > this.options.leaseMs) this.#lose();
  }

  #lose(): void {
    if (!this.#ended.signal.aborted) this.options.onLeaseLost();
  }
}

/** By two clocks: one stands still while the machine sleeps, the other may be set back. */
function moment(): { readonly wall: number; readonly tick: number } {
  return { wall: Date.now(), tick: performance.now() };
}
