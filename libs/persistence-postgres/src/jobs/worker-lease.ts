import { hostname } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { ClientBase } from 'pg';
import type { Database } from '../database/database.ts';

const TAKE = `
INSERT INTO ops.worker (id, host, pid, connection_name, leased_until)
VALUES ($1, $2, $3, $4, clock_timestamp() + $5 * interval '1 millisecond')`;

/** Renews a lease while nobody has taken the worker's place, also one that has run out. */
export const RENEW = `
UPDATE ops.worker
SET beat_at = clock_timestamp(), leased_until = clock_timestamp() + $2 * interval '1 millisecond' WHERE id = $1`;

const RETURN = 'DELETE FROM ops.worker WHERE id = $1';

/** What the thread that renews the lease is told. */
export interface BeatOrder {
  readonly url: string;
  readonly connectionName: string;
  readonly workerId: string;
  readonly leaseMs: number;
  /** Shared with the thread: see `noteBeat`. */
  readonly beats: Float64Array;
}

const [BEAT_BY_WALL, BEAT_BY_TICK, TURN_BY_TICK, NUMBERS] = [0, 1, 2, 3];
const TURN_EVERY_MS = 1_000;

const tick = (): number => performance.timeOrigin + performance.now();

/** Notes when a renewal was sent that has succeeded: in the database the lease ends that much after it, or later. */
export function noteBeat(beats: Float64Array, sentAt: number, sentAtTick: number): void {
  beats[BEAT_BY_WALL] = sentAt;
  beats[BEAT_BY_TICK] = sentAtTick;
}

/** By two clocks: one stands still while the machine sleeps, the other may be set back. */
function sinceBeat(beats: Float64Array): number {
  return Math.max(Date.now() - beats[BEAT_BY_WALL]!, tick() - beats[BEAT_BY_TICK]!);
}

/** How long the event loop of the worker has not turned. */
export function sinceTurn(beats: Float64Array): number {
  return tick() - beats[TURN_BY_TICK]!;
}

/** Of the build, also for tests of the sources: threads run JavaScript. */
const THREAD = new URL('../../dist/jobs/lease-beat.thread.js', import.meta.url);

/**
 * The right of a worker to its jobs and to write, for a time. A thread renews it, so that neither a busy event loop nor
 * a slow machine loses it; a process that is stopped or hangs does.
 */
export class WorkerLease {
  readonly #beats = new Float64Array(new SharedArrayBuffer(NUMBERS * Float64Array.BYTES_PER_ELEMENT));
  #thread: Worker | null = null;
  #turning: NodeJS.Timeout | null = null;
  #isTaken = false;

  constructor(
    private readonly database: Database,
    private readonly workerId: string,
    private readonly leaseMs: number,
    private readonly onLost: () => never,
  ) {}

  /** Takes the lease, once. */
  async take(): Promise<void> {
    if (this.#isTaken) return;
    const { url, applicationName: connectionName } = this.database.settings;
    this.#turn();
    const sentAt = [Date.now(), tick()] as const;
    await this.database.pool.query(TAKE, [this.workerId, hostname(), process.pid, connectionName, this.leaseMs]);
    this.#isTaken = true;
    noteBeat(this.#beats, ...sentAt);
    this.#turning = setInterval(() => this.#turn(), TURN_EVERY_MS).unref();
    const workerData: BeatOrder = {
      url,
      connectionName,
      workerId: this.workerId,
      leaseMs: this.leaseMs,
      beats: this.#beats,
    };
    this.#thread = new Worker(THREAD, { workerData, name: 'lease' });
    this.#thread.unref();
    this.#thread.once('message', () => this.onLost());
    // Without renewals the lease runs out, and the fence asks the database.
    this.#thread.once('error', () => undefined);
    this.database.settings.fence?.raise((client) => this.#hold(client));
  }

  async giveBack(): Promise<void> {
    if (!this.#isTaken) return;
    this.database.settings.fence?.raise(null);
    if (this.#turning !== null) clearInterval(this.#turning);
    this.#thread?.removeAllListeners('message');
    await this.#thread?.terminate();
    await this.database.pool.query(RETURN, [this.workerId]);
  }

  /** A lease that may have run out is renewed before a connection is used; when it is gone, the process ends. */
  async #hold(client: ClientBase): Promise<void> {
    if (sinceBeat(this.#beats) < this.leaseMs) return;
    const sentAt = [Date.now(), tick()] as const;
    const { rowCount } = await client.query(RENEW, [this.workerId, this.leaseMs]);
    if (rowCount === 0) this.onLost();
    noteBeat(this.#beats, ...sentAt);
  }

  #turn(): void {
    this.#beats[TURN_BY_TICK] = tick();
  }
}
