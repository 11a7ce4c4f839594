import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkerOptions } from '@brickmarket/persistence-ports';
import type { PoolClient } from 'pg';
import type { Database } from '../database/database.ts';
import { NOTICE_LOST_MACHINES } from '../database/session-lock.ts';
import { revokeWorkers, UNLOCK } from './revoke-workers.ts';

// Never change: all releases recognize workers by this lock, as does `ops.is_worker_alive`.
const WORKER_LOCK = 7_214_665;

/** One or two beats may be late. */
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

/** A superseded job of a dead worker is superfluous. */
const REMOVE_SUPERSEDED = `
SELECT FROM graphile_worker.complete_jobs(ARRAY(
  SELECT id FROM graphile_worker.jobs WHERE locked_at IS NULL AND key IS NULL AND attempts >= max_attempts
))`;

/** Session whose lock shows life. The server ends it after `leaseMs` without a beat: a hung worker loses its jobs. */
export class WorkerPresence {
  #workerId: string | null = null;
  #beatAt = moment();
  /** Two checks must agree, as a worker has its first job before its lock. */
  #suspects: readonly string[] = [];
  readonly #ended = new AbortController();
  #watching: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly options: WorkerOptions,
  ) {}

  announce(workerId: string): void {
    this.#workerId = workerId;
    this.#watching = this.#watch(workerId).catch(() => this.#lose());
  }

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
        // A failed check is repeated. A lost session ends the process.
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

  /** The server may have ended the session without this process knowing. */
  #loseIfHung(): void {
    const now = moment();
    if (Math.max(now.wall - this.#beatAt.wall, now.tick - this.#beatAt.tick) > this.options.leaseMs) this.#lose();
  }

  #lose(): void {
    if (!this.#ended.signal.aborted) this.options.onLeaseLost();
  }
}

/** Two clocks: one stops while the machine sleeps, the other may be set back. */
function moment(): { readonly wall: number; readonly tick: number } {
  return { wall: Date.now(), tick: performance.now() };
}
