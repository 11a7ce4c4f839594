import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { hashOfApiKey } from '@brickmarket/persistence-ports';
import { Client } from 'pg';
import { withClient } from '../../bench/src/measure/bench-server.ts';
import { eventually } from '../../support/eventually.ts';
import { fillMarket } from './drill.ts';
import { CLI, DrilledService } from './drilled-service.ts';
import { freePorts, NodeProcesses, type RestorePrograms } from './node-processes.ts';
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

const CONFIGURATION = resolve('docker/pgbackrest.conf');
const STANZA = 'brickmarket';
const WRITERS = 4;
/** How long writes go on before the moment, and after it. */
const SPAN_MS = 6_000;
const BACK_WITHIN_MS = 120_000;

/** One PostgreSQL whose changes are archived by pgBackRest with the configuration of docker/. */
class ArchivedServer {
  readonly url: string;

  private constructor(
    readonly processes: NodeProcesses,
    private readonly programs: RestorePrograms,
    private readonly port: number,
    password: string,
  ) {
    this.url = `postgres://postgres:${password}@127.0.0.1:${port}/brickmarket`;
  }

  static async start(programs: RestorePrograms): Promise<ArchivedServer> {
    const processes = await NodeProcesses.create();
    process.once('exit', () => processes.removeNow());
    const password = randomBytes(16).toString('hex');
    const server = new ArchivedServer(processes, programs, (await freePorts(1))[0]!, password);
    const passwordFile = join(processes.folder, 'password');
    await writeFile(passwordFile, password, { mode: 0o644 });
    const login = ['--username', 'postgres', '--pwfile', passwordFile, '--auth', 'scram-sha-256'];
    const rest = ['--encoding', 'UTF8', '--locale', 'C.UTF-8', '--data-checksums'];
    await processes.run(join(programs.postgres, 'initdb'), ['--pgdata', server.folder, ...login, ...rest], {});
    await appendFile(
      join(server.folder, 'postgresql.conf'),
      `listen_addresses = '127.0.0.1'
port = ${server.port}
unix_socket_directories = ''
archive_mode = on
archive_command = '${programs.pgbackrest} --config=${CONFIGURATION} --stanza=${STANZA} archive-push %p'
`,
    );
    server.run();
    const admin = new URL(server.url);
    admin.pathname = '/postgres';
    await eventually('PostgreSQL answers', () => canConnect(admin.href));
    await withClient(admin.href, (client) => client.query('CREATE DATABASE brickmarket'));
    await server.pgbackrest('stanza-create');
    return server;
  }

  get folder(): string {
    return join(this.processes.folder, 'node-server');
  }

  run(): void {
    this.processes.start(
      'node-server',
      [join(this.programs.postgres, 'postgres'), '-D', this.folder],
      this.environment,
    );
  }

  pgbackrest(command: string, ...options: readonly string[]): Promise<void> {
    const args = [`--config=${CONFIGURATION}`, `--stanza=${STANZA}`, ...options, command];
    return this.processes.run(this.programs.pgbackrest, args, this.environment);
  }

  private get environment(): NodeJS.ProcessEnv {
    const { folder } = this.processes;
    return {
      PGHOST: '127.0.0.1',
      PGPASSWORD: new URL(this.url).password,
      PGBACKREST_REPO1_PATH: join(folder, 'repository'),
      PGBACKREST_LOCK_PATH: join(folder, 'locks'),
      PGBACKREST_SPOOL_PATH: join(folder, 'spool'),
      PGBACKREST_PG1_PATH: this.folder,
      PGBACKREST_PG1_PORT: String(this.port),
    };
  }
}

async function canConnect(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ recovering: boolean }>('SELECT pg_is_in_recovery() AS recovering');
    return !rows[0]!.recovering;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Writes until it is told to stop: requests that are charged, new keys, new holdings. */
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

/** Takes a database back to a moment in the middle of what was written, and compares it with the log. */
export async function runRestoreDrill(programs: RestorePrograms, say: (line: string) => void): Promise<RestoreResult> {
  say('starting a PostgreSQL that archives with pgBackRest, and loading a market');
  const server = await ArchivedServer.start(programs);
  let api: DrilledService | null = null;
  try {
    const { keys } = await fillMarket(server.url);
    api = await DrilledService.start({ leaderUrl: server.url }, 'api', 1);
    const service = `${api.urls[0]}/api/v1`;
    const { number, title } = (await withClient(server.url, (client) => client.query(FIRST_SET))).rows[0] as {
      number: string;
      title: string;
    };
    const before = await countsIn(server.url);
    const writers = new Writers(service, server.url, keys, `/set/${number}`);
    say('a full backup, while requests are charged and keys and holdings are added');
    const backupSeconds = await seconds(() => server.pgbackrest('backup', '--type=full'));
    await pause(SPAN_MS);
    const moment = Date.now();
    await pause(SPAN_MS);
    await writers.stop();
    const client = new ServedClient(service, keys[0]!);
    const later = await client.notice(server.url, number);
    say(`restoring to ${new Date(moment).toISOString()}; the API goes on running`);
    await withClient(server.url, (admin) => admin.query('SELECT pg_switch_wal()'));
    await server.processes.stop('node-server');
    const target = new Date(moment).toISOString().replace('T', ' ').replace('Z', '+00');
    const restoreSeconds = await seconds(async () => {
      await server.pgbackrest('restore', '--delta', '--type=time', `--target=${target}`, '--target-action=promote');
      server.run();
      await eventually('the restored server takes writes', () => canConnect(server.url), { withinMs: BACK_WITHIN_MS });
    });
    const counts = difference(await countsIn(server.url), before);
    const of = (kind: string): RestoreBalance => {
      const isOf = (subject: string): boolean => subject.startsWith(kind);
      return balanceAt(
        moment,
        writers.log.filter(({ subject }) => isOf(subject)),
        new Map([...counts].filter(([subject]) => isOf(subject))),
      );
    };
    const [charges, added, holdings] = [of('charge'), of('key'), of('holding')];
    const remembered = await client.whatItStillBelieves(server.url, { number, title, later });
    return {
      date: new Date().toISOString(),
      restoredTo: new Date(moment).toISOString(),
      writesAfterIt: writers.log.filter(({ sentAt }) => sentAt > moment).length,
      backupSeconds,
      restoreSeconds,
      charges,
      keys: added,
      holdings,
      failures: [
        ...differences('charges', charges),
        ...differences('keys', added),
        ...differences('holdings', holdings),
        ...remembered,
        ...(await booksThatBreakRules(server.url)),
      ],
    };
  } finally {
    await api?.stop();
    await server.processes.remove();
  }
}

/** What a client has been told before the restore. */
interface Told {
  readonly bookVersion: number;
  readonly tag: string;
  readonly cursor: string;
}

/** A client that goes on asking the same process, with tags and cursors of a time that was taken back. */
class ServedClient {
  constructor(
    private readonly service: string,
    private readonly key: string,
  ) {}

  /** Books and catalogue change after the moment, and the client sees it. */
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
