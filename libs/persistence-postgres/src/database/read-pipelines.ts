import { Socket } from 'node:net';
import { DatabaseError, type Pool, type PoolClient, type QueryResultRow } from 'pg';
import type { PreparedRead } from './prepared-read.ts';

/** Connections in use at a time; the others of the pool are left to admission and to shared data. */
const MAX_PIPELINES = 4;
/** Further connections, in place of those on which a slow read stands. */
const MAX_STALLED = 4;
/** Each read waits for those before it on its connection, so there are few. */
const READS_PER_PIPELINE = 16;
/** When a connection has answered nothing for so long, those behind its slow read are read again elsewhere. */
const PATIENCE_MS = 250;

interface WaitingRead {
  readonly read: PreparedRead;
  readonly resolve: (rows: QueryResultRow[]) => void;
  readonly reject: (error: unknown) => void;
  readonly askedAt: number;
}

/**
 * Sends reads that are asked for at the same time down one connection, together. Each is a statement and a transaction
 * of its own, but the server is woken up once for all of them, which takes as much time as a short read. They belong to
 * several accounts: one that is slow, or breaks the connection, fails alone. Those behind it are read again elsewhere.
 */
export class ReadPipelines {
  readonly #pool: Pool;
  readonly #timeLimitMs: number;
  #waiting: WaitingRead[] = [];
  #inUse = 0;
  #stalled = 0;

  /** The connections of the pool must be pipelined. After the time limit a read is not made again; 0 means none. */
  constructor(pool: Pool, timeLimitMs: number) {
    this.#pool = pool;
    this.#timeLimitMs = timeLimitMs > 0 ? timeLimitMs : Number.POSITIVE_INFINITY;
  }

  read<Row extends QueryResultRow>(read: PreparedRead): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      const askedAt = performance.now();
      this.#waiting.push({ read, resolve: resolve as WaitingRead['resolve'], reject, askedAt });
      // The requests that one admission has let in ask before the next tick.
      if (this.#waiting.length === 1) process.nextTick(() => this.#sendWaiting());
    });
  }

  #sendWaiting(): void {
    while (this.#waiting.length > 0 && this.#inUse < MAX_PIPELINES) {
      this.#inUse++;
      void this.#send(this.#waiting.splice(0, READS_PER_PIPELINE));
    }
  }

  async #send(reads: readonly WaitingRead[]): Promise<void> {
    let client: PoolClient;
    try {
      client = await this.#pool.connect();
    } catch (error) {
      for (const { reject } of reads) reject(error);
      this.#free();
      return;
    }
    // In the order in which the server answers; those that are read again elsewhere are taken out.
    const unanswered = new Set(reads);
    let isBroken = false;
    let isStalled = false;
    const stall = (): void => {
      if (this.#stalled === MAX_STALLED) {
        patience = setTimeout(stall, PATIENCE_MS);
        return;
      }
      isStalled = true;
      this.#stalled++;
      this.#sendAgain(unanswered);
      this.#free();
    };
    let patience = setTimeout(stall, PATIENCE_MS);
    const answers = reads.map(async (one) => {
      try {
        const { rows } = await client.query({ ...one.read, values: one.read.values as unknown[] });
        one.resolve(rows);
      } catch (error) {
        isBroken = true;
        if (!unanswered.has(one)) return;
        // Otherwise the connection is over, and the one that was being read is the first to hear of it.
        if (!isOfStatement(error)) this.#sendAgain(unanswered);
        one.reject(error);
      }
      unanswered.delete(one);
      clearTimeout(patience);
      if (unanswered.size > 0 && !isStalled) patience = setTimeout(stall, PATIENCE_MS);
    });
    await Promise.all(answers);
    clearTimeout(patience);
    client.release(isBroken || isStalled);
    if (isStalled) this.#stalled--;
    else this.#free();
  }

  /** All but the first, which is being read; those whose time is over fail with it. */
  #sendAgain(unanswered: Set<WaitingRead>): void {
    const [, ...others] = unanswered;
    const askedAfter = performance.now() - this.#timeLimitMs;
    const again = others.filter(({ askedAt }) => askedAt > askedAfter);
    for (const one of again) unanswered.delete(one);
    this.#waiting.unshift(...again);
    if (again.length > 0) process.nextTick(() => this.#sendWaiting());
  }

  #free(): void {
    this.#inUse--;
    this.#sendWaiting();
  }
}

/** Whether the server has refused one statement, and goes on with the next. */
function isOfStatement(error: unknown): boolean {
  return error instanceof DatabaseError && error.severity === 'ERROR';
}

/** A socket that sends everything that is written to it in one tick of the event loop together. */
export class TickSocket extends Socket {
  /** The driver corks a socket for each statement. */
  override uncork(): void {
    process.nextTick(() => super.uncork());
  }
}
