import { Socket } from 'node:net';
import { DatabaseError, type Pool, type PoolClient, type QueryResultRow } from 'pg';
import type { PreparedRead } from './prepared-read.ts';

/** The rest of the pool serves admission and shared data. */
const MAX_PIPELINES = 4;
/** Additional connections while slow reads block others. */
const MAX_STALLED = 4;
/** Small, as each read waits for earlier ones. */
const READS_PER_PIPELINE = 16;
/** Silence after which reads behind a slow one move elsewhere. */
const PATIENCE_MS = 250;

interface WaitingRead {
  readonly read: PreparedRead;
  readonly resolve: (rows: QueryResultRow[]) => void;
  readonly reject: (error: unknown) => void;
  readonly askedAt: number;
}

/** Sends concurrent reads down one connection, each its own transaction. Reads behind a slow one move elsewhere. */
export class ReadPipelines {
  readonly #pool: Pool;
  readonly #timeLimitMs: number;
  #waiting: WaitingRead[] = [];
  #inUse = 0;
  #stalled = 0;

  /** Needs a pipelined pool. Reads past the limit are not repeated; 0: none. */
  constructor(pool: Pool, timeLimitMs: number) {
    this.#pool = pool;
    this.#timeLimitMs = timeLimitMs > 0 ? timeLimitMs : Number.POSITIVE_INFINITY;
  }

  read<Row extends QueryResultRow>(read: PreparedRead): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      const askedAt = performance.now();
      this.#waiting.push({ read, resolve: resolve as WaitingRead['resolve'], reject, askedAt });
      // Requests of one admission read before the next tick.
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
    // In response order, without reads repeated elsewhere.
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
        // Other errors end the connection; the read in progress gets them first.
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

  /** All but the one in progress; overdue ones fail with it. */
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

/** The server rejected one statement and continues. */
function isOfStatement(error: unknown): boolean {
  return error instanceof DatabaseError && error.severity === 'ERROR';
}

/** Sends all writes of one tick together. */
export class TickSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork());
  }
}
