import { setTimeout as sleep } from 'node:timers/promises';
import type { ReplicaReport } from '@brickmarket/persistence-ports';
import { Pool, type PoolClient, type QueryResultRow } from 'pg';
import { type ConnectionSettings, poolOptions } from './connection-options.ts';
import { asOwner, type PreparedRead } from './prepared-read.ts';

/** Longer reads go to the primary, while the request still has time. */
const ANSWER_WITHIN_MS = 500;
/** First and maximum pause of a failed replica before it is probed. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
/** Pauses a replica after so many stale reads in a row: being behind briefly is normal. */
const BEHIND_IN_A_ROW = 3;
/** Further accounts read on the primary until their next admission. */
const MAX_ACCOUNTS = 100_000;

/** Change counts of shared data and one portfolio. */
interface Freshness {
  readonly versions: Readonly<Record<string, number>>;
  readonly book: number;
}

const VERSIONS = `coalesce((SELECT json_object_agg(kind, version) FROM ops.data_kind), '{}') AS versions`;
const FRESHNESS = { name: 'freshness', text: `SELECT ${VERSIONS}, 0 AS book` };
const FRESHNESS_OF_BOOK = {
  name: 'freshness_of_book',
  text: asOwner(`SELECT ${VERSIONS}, coalesce((
    SELECT version FROM portfolio.book_version WHERE account_id = $1
  ), 0)::double precision AS book`),
};

/** Never older than the admission: the replica reports its change counts first; stale reads repeat on the primary. */
export class Replicas {
  readonly #replicas: readonly Replica[];
  #next = 0;
  #newest: Freshness['versions'] = {};
  readonly #books = new Map<number, number>();
  readonly #reads = { replica: 0, primary: 0 };
  readonly #retried = { behind: 0, failed: 0 };

  constructor({ replicas: { urls, role } = { urls: [], role: '' }, ...settings }: ConnectionSettings) {
    const ofReplica = { ...settings, role, pipelined: true, statementTimeoutMs: ANSWER_WITHIN_MS };
    this.#replicas = urls.map((url) => new Replica({ ...ofReplica, url }));
    this.#wake();
  }

  note(versions: Freshness['versions'], books: Iterable<readonly [accountId: number, version: number]>): void {
    const newest: Record<string, number> = { ...this.#newest };
    // Overlapping admissions may arrive out of order.
    for (const [kind, version] of Object.entries(versions)) newest[kind] = Math.max(version, newest[kind] ?? 0);
    this.#newest = newest;
    if (this.#books.size > MAX_ACCOUNTS) this.#books.clear();
    for (const [accountId, version] of books)
      this.#books.set(accountId, Math.max(version, this.#books.get(accountId) ?? 0));
  }

  /** Without an account: shared data only. */
  async read<Row extends QueryResultRow>(
    accountId: number | null,
    read: PreparedRead,
    onPrimary: () => Promise<Row[]>,
  ): Promise<Row[]> {
    const needed = this.#needed(accountId);
    const replica = needed === null ? null : this.#choose();
    if (needed !== null && replica !== null) {
      try {
        const { seen, rows } = await replica.read<Row>(accountId, read);
        if (isAsNew(seen, needed)) {
          this.#reads.replica++;
          replica.foundFresh();
          return rows;
        }
        this.#retried.behind++;
        replica.foundBehind();
      } catch {
        this.#retried.failed++;
        replica.leaveAlone();
      }
    }
    this.#reads.primary++;
    return onPrimary();
  }

  report(): ReplicaReport {
    return {
      reads: { ...this.#reads },
      retried: { ...this.#retried },
      configured: this.#replicas.length,
      serving: this.#replicas.filter(({ isServing }) => isServing).length,
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.#replicas.map((replica) => replica.close()));
  }

  /** Null for unknown accounts, whose rows may be in any state. */
  #needed(accountId: number | null): Freshness | null {
    const book = accountId === null ? 0 : this.#books.get(accountId);
    return book === undefined ? null : { versions: this.#newest, book };
  }

  /** Round robin; null: none serves. */
  #choose(): Replica | null {
    this.#wake();
    for (let tried = 0; tried < this.#replicas.length; tried++) {
      const replica = this.#replicas[this.#next++ % this.#replicas.length]!;
      if (replica.isServing) return replica;
    }
    return null;
  }

  /** Probes paused replicas in the background, so that no request waits for them. */
  #wake(): void {
    for (const replica of this.#replicas)
      if (replica.isDue()) void replica.probe((seen) => isAsNew(seen, { versions: this.#newest, book: 0 }));
  }
}

function isAsNew(seen: Freshness, needed: Freshness): boolean {
  if (seen.book < needed.book) return false;
  for (const [kind, version] of Object.entries(needed.versions)) if ((seen.versions[kind] ?? 0) < version) return false;
  return true;
}

class Replica {
  readonly #pool: Pool;
  #isServing = false;
  #isProbing = false;
  #probeAt = 0;
  #pauseMs = FIRST_PAUSE_MS;
  #behindInARow = 0;

  constructor(settings: ConnectionSettings) {
    this.#pool = new Pool(poolOptions(settings));
    // Without a listener, a broken connection would end the process.
    this.#pool.on('error', ignore);
    this.#pool.on('connect', (client) => client.on('error', ignore));
  }

  get isServing(): boolean {
    return this.#isServing;
  }

  isDue(): boolean {
    return !this.#isServing && !this.#isProbing && performance.now() >= this.#probeAt;
  }

  async read<Row extends QueryResultRow>(
    accountId: number | null,
    read: PreparedRead,
  ): Promise<{ readonly seen: Freshness; readonly rows: Row[] }> {
    const values = read.values as unknown[];
    return withinTime(
      this.#onClient(async (client) => {
        const fresh = accountId === null ? FRESHNESS : { ...FRESHNESS_OF_BOOK, values: [accountId] };
        // Pipelined, in this order: reads can only be newer than the comparison.
        const [seen, { rows }] = await Promise.all([
          client.query<Freshness & QueryResultRow>(fresh),
          client.query<Row>({ ...read, values }),
        ]);
        return { seen: seen.rows[0]!, rows };
      }),
    );
  }

  foundFresh(): void {
    this.#behindInARow = 0;
    this.#pauseMs = FIRST_PAUSE_MS;
  }

  foundBehind(): void {
    if (++this.#behindInARow >= BEHIND_IN_A_ROW) this.leaveAlone();
  }

  /** Pauses until probed; doubles up to a limit without reads in between. */
  leaveAlone(): void {
    // Several reads may find the same fault; only the first counts.
    if (!this.#isServing && !this.#isProbing) return;
    this.#isServing = false;
    this.#probeAt = performance.now() + this.#pauseMs;
    this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS);
  }

  async probe(isFresh: (seen: Freshness) => boolean): Promise<void> {
    this.#isProbing = true;
    try {
      const { rows } = await withinTime(
        this.#onClient((client) => client.query<Freshness & QueryResultRow>(FRESHNESS)),
      );
      if (isFresh(rows[0]!)) this.#isServing = true;
      else this.leaveAlone();
    } catch {
      this.leaveAlone();
    } finally {
      this.#isProbing = false;
      this.#behindInARow = 0;
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #onClient<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.connect();
    try {
      const result = await work(client);
      client.release();
      return result;
    } catch (error) {
      // Another pipelined statement may still be running.
      client.release(true);
      throw error;
    }
  }
}

async function withinTime<Result>(work: Promise<Result>): Promise<Result> {
  const done = new AbortController();
  const tooLate = sleep(ANSWER_WITHIN_MS, undefined, { signal: done.signal }).then(() => {
    throw new Error('the replica does not answer');
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    done.abort();
    tooLate.catch(ignore);
    work.catch(ignore);
  }
}

function ignore(): void {}
