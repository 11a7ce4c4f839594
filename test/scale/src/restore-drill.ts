import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { hashOfApiKey } from '@brickmarket/persistence-ports';
import type { Client } from 'pg';
import { withClient } from '../../bench/src/measure/bench-server.ts';
import { eventually } from '../../support/eventually.ts';
import { DatabaseCluster } from './database-cluster.ts';
import { fillMarket } from './drill.ts';
import { CLI, DrilledService } from './drilled-service.ts';
import type { RestorePrograms } from './node-processes.ts';
import { balanceAt, type LoggedWrite, type RestoreBalance } from './written-log.ts';

export interface RestoreResult {
  readonly date: string;
  /** To this moment. */
  readonly restoredTo: string;
  readonly writesAfterIt: number;
  readonly backupSeconds: number;
  readonly restoreSeconds: number;
  readonly charges: RestoreBalance;
  readonly keys: RestoreBalance;
  readonly holdings: RestoreBalance;
  readonly failures: readonly string[];
}

const WRITERS = 4;
/** How long writes continue before the moment, and after it. */
const SPAN_MS = 6_000;

/** Writes until it has to stop: requests that are charged, new keys, new holdings. */
class Writers {
  readonly log: LoggedWrite[] = [];
  private isStopping = false;
  private readonly running: readonly Promise<void>[];

  constructor(
    private readonly service: string,
    private readonly databaseUrl: string,
    private readonly keys: readonly string[],
    private readonly path: string,
  ) {
    this.running = [...Array.from({ length: WRITERS }, (_, n) => this.ask(n)), this.edit()];
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all(this.running);
  }

  private async logged(subject: string, write: () => Promise<boolean>): Promise<void> {
    const entry: LoggedWrite = { subject, sentAt: Date.now(), ackedAt: null };
    this.log.push(entry);
    if (await write()) entry.ackedAt = Date.now();
  }

  private async ask(first: number): Promise<void> {
    for (let n = first; !this.isStopping; n += WRITERS) {
      const key = this.keys[n % this.keys.length]!;
      await this.logged(`charge ${hashOfApiKey(key).toString('hex')}`, async () => {
        const answer = await fetch(this.service + this.path, { headers: { authorization: `Bearer ${key}` } });
        await answer.arrayBuffer();
        return answer.ok;
      });
    }
  }

  private async edit(): Promise<void> {
    await withClient(this.databaseUrl, async (client) => {
      while (!this.isStopping) {
        const key = hashOfApiKey(`bmk_${randomBytes(24).toString('hex')}`);
        await this.logged('key', () => client.query(ADD_KEY, [key]).then(() => true));
        await this.logged('holding', () => client.query(ADD_HOLDING, ['']).then(() => true));
        await pause(5);
      }
    });
  }
}

const WRITTEN = `'written by the drill'`;
const SOMEBODY = `(SELECT min(id) FROM access.account WHERE email LIKE 'caller-%')`;
const ADD_KEY = `
INSERT INTO access.api_key (account_id, key_hash, name, last4, daily_limit, revoked_at)
VALUES (${SOMEBODY}, $1, ${WRITTEN}, '0000', 1000, now())`;
const ADD_HOLDING = `
INSERT INTO portfolio.holding (account_id, brickfolio_id, set_id, set_number, quantity, condition, status, notes)
SELECT f.account_id, f.id, s.id, s.set_number, 1, 'sealed', 'owned', ${WRITTEN} || $1
FROM (SELECT * FROM portfolio.brickfolio WHERE account_id = ${SOMEBODY} ORDER BY id LIMIT 1) f,
     (SELECT * FROM catalog.lego_set ORDER BY id LIMIT 1) s`;
const RETITLE = `
WITH changed AS (UPDATE catalog.lego_set SET title = $1 WHERE id = (SELECT min(id) FROM catalog.lego_set))
UPDATE ops.data_kind SET version = version + 1, changed_at = clock_timestamp() WHERE kind = 'catalog'`;
const FIRST_SET = 'SELECT set_number AS number, title FROM catalog.lego_set ORDER BY id LIMIT 1';

/**
 * Takes a database back to a moment in the middle of what was written, then forward to a later one, and compares both
 * with the log.
 */
export async function runRestoreDrill(programs: RestorePrograms, say: (line: string) => void): Promise<RestoreResult> {
  const cluster = await DatabaseCluster.start(programs, say, programs);
  let api: DrilledService | null = null;
  try {
    say('loading a market');
    const url = cluster.leaderUrl;
    const { keys } = await fillMarket(url);
    api = await DrilledService.start({ leaderUrl: url }, 'api', 1);
    const service = `${api.urls[0]}/api/v1`;
    const { number, title } = (await withClient(url, (client) => client.query(FIRST_SET))).rows[0] as {
      number: string;
      title: string;
    };
    const before = await countsIn(url);
    const writers = new Writers(service, url, keys, `/set/${number}`);
    say('a full backup, while requests are charged and keys and holdings are added');
    const backupSeconds = await seconds(() => cluster.backUp());
    await pause(SPAN_MS);
    const moment = Date.now();
    await pause(SPAN_MS);
    const forward = Date.now();
    await pause(SPAN_MS);
    await writers.stop();
    const client = new ServedClient(service, keys[0]!);
    const later = await client.notice(url, number);
    say(`restoring to ${new Date(moment).toISOString()}; the API goes on running`);
    const balancesAt = async (at: number): Promise<Balances> => {
      const counts = difference(await countsIn(url), before);
      const of = (kind: string): RestoreBalance => {
        const isOf = (subject: string): boolean => subject.startsWith(kind);
        return balanceAt(
          at,
          writers.log.filter(({ subject }) => isOf(subject)),
          new Map([...counts].filter(([subject]) => isOf(subject))),
        );
      };
      return { charges: of('charge'), keys: of('key'), holdings: of('holding') };
    };
    const restoreSeconds = await seconds(() => cluster.restoreTo(targetOf(moment)));
    const balances = await balancesAt(moment);
    const remembered = await client.whatItStillBelieves(url, { number, title, later });
    const broken = await booksThatBreakRules(url);
    say(`restoring forward to ${new Date(forward).toISOString()}, which the first restore has taken back`);
    await cluster.restoreTo(targetOf(forward));
    const balancesForward = await balancesAt(forward);
    return {
      date: new Date().toISOString(),
      restoredTo: new Date(moment).toISOString(),
      writesAfterIt: writers.log.filter(({ sentAt }) => sentAt > moment).length,
      backupSeconds,
      restoreSeconds,
      ...balances,
      failures: [
        ...differencesIn(balances),
        ...remembered,
        ...broken,
        ...differencesIn(balancesForward).map((failure) => `forward: ${failure}`),
        ...(await booksThatBreakRules(url)),
      ],
    };
  } catch (error) {
    say(await cluster.lastLogLines());
    throw error;
  } finally {
    await api?.stop();
    await cluster.remove();
  }
}

/** What a client has been told before the restore. */
interface Told {
  readonly bookVersion: number;
  readonly tag: string;
  readonly cursor: string;
}

/** A client that continues asking the same process, with tags and cursors of a time that was taken back. */
class ServedClient {
  constructor(
    private readonly service: string,
    private readonly key: string,
  ) {}

  /** Books and catalog change after the moment, and the client sees it. */
  async notice(databaseUrl: string, number: string): Promise<Told> {
    const bookVersion = await withClient(databaseUrl, async (client) => {
      await client.query(ADD_HOLDING, [', taken back']);
      await client.query(RETITLE, ['taken back']);
      return bookVersionIn(client);
    });
    const set = await (await this.ask(`/set/${number}`)).text();
    if (!set.includes('"taken back"')) throw new Error('the new title was not served');
    const tag = (await this.ask('/brickfolio/entries')).headers.get('etag')!;
    const changes = (await (await this.ask('/catalog/changes')).json()) as { data: { cursor: string } };
    return { bookVersion, tag, cursor: changes.data.cursor };
  }

  /** Faults: answers in which something is left of what was taken back. */
  async whatItStillBelieves(
    databaseUrl: string,
    { number, title, later }: { readonly number: string; readonly title: string; readonly later: Told },
  ): Promise<readonly string[]> {
    await eventually('the API answers again', async () => (await this.ask(`/set/${number}`).catch(() => null))?.ok);
    const text = async (path: string): Promise<string> => (await this.ask(path)).text();
    const faults: string[] = [];
    if (!(await text(`/set/${number}`)).includes(JSON.stringify(title)))
      faults.push('the title of a set that was taken back is still served');
    // As many changes as there were, and others: their counters are those of the time that was taken back.
    await withClient(databaseUrl, async (client) => {
      while ((await bookVersionIn(client)) < later.bookVersion) await client.query(ADD_HOLDING, [', another']);
      await client.query(RETITLE, ['another']);
    });
    // A busy machine may need longer than an answer may take.
    const polled = await eventually('the books are answered', async () => {
      const { status } = await this.ask('/brickfolio/entries', { 'if-none-match': later.tag });
      return status < 500 && status;
    });
    if (polled !== 200) faults.push(`a tag of the time that was taken back is answered ${polled}`);
    if ((await this.ask(`/catalog/changes?after=${later.cursor}`)).status !== 400)
      faults.push('a cursor of the time that was taken back is accepted');
    if (!(await text(`/set/${number}`)).includes('"another"')) faults.push('a change after the restore is not served');
    return faults;
  }

  private ask(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return fetch(this.service + path, { headers: { authorization: `Bearer ${this.key}`, ...headers } });
  }
}

async function bookVersionIn(client: Client): Promise<number> {
  const version = `SELECT version::integer FROM portfolio.book_version WHERE account_id = ${SOMEBODY}`;
  return (await client.query<{ version: number }>(version)).rows[0]!.version;
}

const COUNTS = `
SELECT 'charge ' || encode(k.key_hash, 'hex') AS subject, sum(u.used)::integer AS count
FROM access.key_usage u JOIN access.api_key k ON k.id = u.key_id GROUP BY 1
UNION ALL SELECT 'key', count(*)::integer FROM access.api_key WHERE name = ${WRITTEN}
UNION ALL SELECT 'holding', count(*)::integer FROM portfolio.holding WHERE notes LIKE ${WRITTEN} || '%'`;

async function countsIn(url: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await withClient(url, (client) => client.query<{ subject: string; count: number }>(COUNTS));
  return new Map(rows.map(({ subject, count }) => [subject, count]));
}

function difference(after: ReadonlyMap<string, number>, before: ReadonlyMap<string, number>): Map<string, number> {
  return new Map([...after].map(([subject, count]) => [subject, count - (before.get(subject) ?? 0)]));
}

interface Balances {
  readonly charges: RestoreBalance;
  readonly keys: RestoreBalance;
  readonly holdings: RestoreBalance;
}

/** A moment as the script of the deployment takes it. */
function targetOf(moment: number): string {
  return new Date(moment).toISOString().replace('T', ' ').replace('Z', '+00');
}

function differencesIn(balances: Balances): readonly string[] {
  return Object.entries(balances).flatMap(([what, balance]) => differences(what, balance));
}

function differences(what: string, { lost, fromLater }: RestoreBalance): readonly string[] {
  return [
    ...(lost > 0 ? [`${lost} ${what} that were acknowledged before the moment are missing`] : []),
    ...(fromLater > 0 ? [`${fromLater} ${what} are of a later time`] : []),
  ];
}

async function booksThatBreakRules(url: string): Promise<readonly string[]> {
  const env = { PATH: process.env['PATH'], DATABASE_URL: url };
  return promisify(execFile)(process.execPath, [CLI, 'db', 'check'], { env }).then(
    () => [],
    (error: Error & { readonly stdout?: string }) => [`db check: ${error.stdout ?? error.message}`],
  );
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
}
