import { Socket } from 'node:net';
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import type { PreparedRead } from './prepared-read.ts';

/** Connections in use at a time; the others of the pool are left to admission and to shared data. */
const MAX_PIPELINES = 4;
/** Each read waits for those before it on its connection, so there are few. */
const READS_PER_PIPELINE = 16;

interface WaitingRead {
  readonly read: PreparedRead;
  readonly resolve: (rows: QueryResultRow[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Sends reads that are asked for at the same time down one connection, together. Each is a statement and a transaction
 * of its own, but the server is woken up once for all of them, which takes as much time as a short read.
 */
export class ReadPipelines {
  readonly #pool: Pool;
  #waiting: WaitingRead[] = [];
  #inUse = 0;

  /** The connections of the pool must be pipelined. */
  constructor(pool: Pool) {
    this.#pool = pool;
  }

  read<Row extends QueryResultRow>(read: PreparedRead): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ read, resolve: resolve as WaitingRead['resolve'], reject });
      // The requests that one admission has let in ask before the next tick.
      if (this.#waiting.length === 1) process.nextTick(() => this.#sendWaiting());
    });
  }

  #sendWaiting(): void {
    while (this.#waiting.length > 0 && this.#inUse < MAX_PIPELINES) {
      this.#inUse++;
      void this.#send(this.#waiting.splice(0, READS_PER_PIPELINE)).finally(() => {
        this.#inUse--;
        this.#sendWaiting();
      });
    }
  }

  async #send(reads: readonly WaitingRead[]): Promise<void> {
    let client: PoolClient;
    try {
      client = await this.#pool.connect();
    } catch (error) {
      for (const { reject } of reads) reject(error);
      return;
    }
    const isAnswered = await Promise.all(
      reads.map(({ read, resolve, reject }) =>
        client.query({ ...read, values: read.values as unknown[] }).then(
          ({ rows }) => (resolve(rows), true),
          (error: unknown) => (reject(error), false),
        ),
      ),
    );
    client.release(isAnswered.includes(false));
  }
}

/** A socket that sends everything that is written to it in one tick of the event loop together. */
export class TickSocket extends Socket {
  /** The driver corks a socket for each statement. */
  override uncork(): void {
    process.nextTick(() => super.uncork());
  }
}
