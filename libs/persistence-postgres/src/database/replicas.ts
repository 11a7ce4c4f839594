import { setTimeout as sleep } from 'node:timers/promises';
import type { ReplicaReport } from '@brickmarket/persistence-ports';
import { Pool, type PoolClient, type QueryResultRow } from 'pg';
import { type ConnectionSettings, poolOptions } from './connection-options.ts';
import { asOwner, type PreparedRead } from './prepared-read.ts';

/** A replica that takes longer is given up for this read, which leaves the primary time to answer the request. */
const ANSWER_WITHIN_MS = 500;
/** How long a replica that failed is left alone before it is probed: at first, and at most. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
/** A replica is a moment behind after every change; it is left alone when so many reads in a row found it behind. */
const BEHIND_IN_A_ROW = 3;
/** Accounts whose last change is remembered. Those beyond are read on the primary until they are admitted again. */
const MAX_ACCOUNTS = 100_000;

/** How often shared data of each kind has changed, and the books of one account. */
interface Freshness {
  readonly versions: Readonly<Record<string, number>>;
  /** 0 where no account is read. */
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

/**
 * Sends reads to replicas and never returns what is older than the data at admission. Admission, on the primary, says
 * how often shared data and the account's books have changed. A replica first says the same of itself, in the same
 * round trip and before it reads; when it has seen fewer changes, or fails, the read is made again on the primary.
 */
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

  /** Notes what an admission has returned, before the request that was admitted reads anything. */
  note(versions: Freshness['versions'], books: Iterable<readonly [accountId: number, version: number]>): void {
    const newest: Record<string, number> = { ...this.#newest };
    // Admissions may overlap, so an older one may be noted after a newer one.
    for (const [kind, version] of Object.entries(versions)) newest[kind] = Math.max(version, newest[kind] ?? 0);
    this.#newest = newest;
    if (this.#books.size > MAX_ACCOUNTS) this.#books.clear();
    for (const [accountId, version] of books)
      this.#books.set(accountId, Math.max(version, this.#books.get(accountId) ?? 0));
  }

  /** Reads on a replica if one is fresh enough, otherwise on the primary. Without an account, shared data alone. */
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

  /** Null for an account that is not known, whose rows a replica may have in any state. */
  #needed(accountId: number | null): Freshness | null {
    const book = accountId === null ? 0 : this.#books.get(accountId);
    return book === undefined ? null : { versions: this.#newest, book };
  }

  /** Each in its turn; null when none serves. */
  #choose(): Replica | null {
    this.#wake();
    for (let tried = 0; tried < this.#replicas.length; tried++) {
      const replica = this.#replicas[this.#next++ % this.#replicas.length]!;
      if (replica.isServing) return replica;
    }
    return null;
  }

  /** Probes replicas whose pause is over, beside the requests: none of them waits for a replica that may be dead. */
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

/** One replica: its connections, and whether it is left alone. Not used before a first probe has succeeded. */
class Replica {
  readonly #pool: Pool;
  #isServing = false;
  #isProbing = false;
  #probeAt = 0;
  #pauseMs = FIRST_PAUSE_MS;
  #behindInARow = 0;

  constructor(settings: ConnectionSettings) {
    this.#pool = new Pool(poolOptions(settings));
    // Without a listener, the error event of a broken connection would end the process.
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
        // Pipelined, so one round trip; in this order, so what is read can only be newer than what is compared.
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

  /** Until it is probed. Each pause without a read in between is twice as long as the one before, up to a limit. */
  leaveAlone(): void {
    // Several reads under way find the same fault; only the first counts.
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
      // Another statement of the same pipeline may still be under way.
      client.release(true);
      throw error;
    }
  }
}

/** A server that hangs, or a connection that is never made, must not use up the time of the request. */
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
