import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Brickmarket } from '@brickmarket/client';
import { FolderStore, mirror, type MirrorPlan } from '@brickmarket/client/mirror';
import { finalizeMonths, importSales, valueMarket } from '@brickmarket/operations';
import { CatalogImport, ItemDirectory, MonthStore, SalesImport, ValuationStore } from '@brickmarket/persistence-ports';
import { Database, Stores } from '@brickmarket/persistence-postgres';
import { BenchServer, withClient } from '../measure/bench-server.ts';
import { percentilesOf, printTable, spreadOf } from '../measure/figures.ts';
import { peakMegabytes, type ServerProcess, startService } from '../measure/server-process.ts';
import { timeThinkingClients } from '../measure/thinking-clients.ts';
import { openAccount } from '../retail/retail-watch.bench.ts';

const CROWD = { clients: 16, requestsPerSecond: 100 };
const SLOW_READERS = 50;
/** Fifty downloads do not begin at one moment in life. */
const BEGIN_MS = 5_000;
const SALE_DAYS = 70;
const DAY_MS = 86_400_000;

interface CopyBench {
  readonly sets: number;
  readonly seconds: number;
  readonly repeats: number;
}

/** What a copy of the whole catalogue costs whoever takes it, and what others notice of it. */
export async function benchCopy({ sets, seconds, repeats }: CopyBench): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'brickmarket-copy-'));
  const server = await BenchServer.start();
  const url = await server.freshDatabase();
  const market = await SoldMarket.open(url, folder, sets);
  const snapshots = join(folder, 'snapshots');
  const service = await startService('service', { DATABASE_URL: url, SNAPSHOT_FOLDER: join(snapshots, '1') });
  try {
    const key = await withClient(url, (client) => openAccount(client, 'reader', 0));
    await market.move(1);
    await makeSnapshots(url, snapshots);
    await benchMirror(service, market, key, { url, folder, snapshots, sets });
    await benchNothingNew(service, key, sets, { seconds, repeats });
    await benchNeighbours(service, key, { url, folder, sets, seconds, repeats });
  } finally {
    await service.stop();
    await market.close();
    await server.stop();
    await rm(folder, { recursive: true });
  }
}

/** A market in which every set was sold once, so that each has values and a history. */
class SoldMarket {
  #sales = 0;

  private constructor(
    private readonly database: Database,
    private readonly folder: string,
    private readonly sets: number,
  ) {}

  static async open(url: string, folder: string, sets: number): Promise<SoldMarket> {
    const market = new SoldMarket(await Database.connect({ url, applicationName: 'bench' }), folder, sets);
    await new Stores(market.database).get(CatalogImport).mergeCatalog(market.catalogue());
    return market;
  }

  /** Every n-th set is sold, and what was sold is valued. */
  async move(nth: number): Promise<void> {
    const stores = new Stores(this.database);
    const header = 'item_type,item_number,condition,sold_at,price_usd,quantity,source,source_ref\n';
    const now = Date.now();
    const lines = Array.from({ length: Math.floor(this.sets / nth) }, (_, at) => {
      const sold = new Date(now - (at % SALE_DAYS) * DAY_MS).toISOString();
      return `set,${(at + 1) * nth}-1,sealed,${sold},${50 + (at % 100)}.99,1,bench,${++this.#sales}\n`;
    });
    const file = join(this.folder, 'sales.csv');
    await writeFile(file, [header, ...lines].join(''));
    await importSales(stores.pick({ sales: SalesImport, items: ItemDirectory }), [file]);
    await valueMarket(stores.get(ValuationStore), { at: new Date(), all: nth === 1 });
    if (nth === 1) await finalizeMonths(stores.get(MonthStore), { now: new Date(), graceDays: 1 });
  }

  close(): Promise<void> {
    return this.database.close();
  }

  private async *catalogue() {
    const records = Array.from({ length: this.sets }, (_, at) => ({
      setNumber: `${at + 1}-1`,
      title: `Set ${at + 1} of the bench`,
      theme: 'Bench',
      subtheme: null,
      year: 2025,
      pieces: 100 + (at % 900),
      imageUrl: `https://images.example/${at + 1}.jpg`,
    }));
    yield { kind: 'sets' as const, records };
  }
}

interface MadeSnapshots {
  readonly seconds: readonly number[];
  readonly megabytes: number;
  /** The memory of the process before it makes any, and the most that it has had. */
  readonly idleMb: number;
  readonly peakMb: number;
}

/** A process that makes snapshots, as a worker does, until it is told that it is enough. */
class Maker {
  readonly #seconds: number[] = [];
  readonly #ended: Promise<unknown[]>;
  #megabytes = 0;
  #idleMb = 0;
  #peakMb = 0;

  private constructor(private readonly child: ChildProcess) {
    this.#ended = once(child, 'exit');
  }

  /** Returns when it begins to make the first. */
  static async begin(url: string, folder: string): Promise<Maker> {
    const maker = new Maker(fork(new URL('./snapshot.process.js', import.meta.url), [url, folder]));
    const [{ idleBytes }] = (await once(maker.child, 'message')) as [{ idleBytes: number }];
    maker.#idleMb = idleBytes / 1_024 / 1_024;
    maker.child.on('message', ({ ms, bytes }: { ms: number; bytes: number }) => {
      maker.#seconds.push(ms / 1_000);
      maker.#megabytes = bytes / 1_000_000;
    });
    return maker;
  }

  /** Returns when those that it is at are made. */
  async end(): Promise<MadeSnapshots> {
    const watch = setInterval(async () => {
      this.#peakMb = Math.max(this.#peakMb, await peakMegabytes(this.child.pid!));
    }, 50);
    this.child.send('enough');
    const [code] = await this.#ended;
    clearInterval(watch);
    if (code !== 0) throw new Error(`the process that makes snapshots ended with ${String(code)}`);
    return { seconds: this.#seconds, megabytes: this.#megabytes, idleMb: this.#idleMb, peakMb: this.#peakMb };
  }
}

async function makeSnapshots(url: string, folder: string): Promise<MadeSnapshots> {
  return (await Maker.begin(url, folder)).end();
}

/** The calls of a first copy, of a day on which one value in twenty has moved, and of nothing new. */
async function benchMirror(
  service: ServerProcess,
  market: SoldMarket,
  key: string,
  { url, folder, snapshots, sets }: { url: string; folder: string; snapshots: string; sets: number },
): Promise<void> {
  const client = new Brickmarket({ baseUrl: `${service.url}/api/v1`, apiKey: key, timeoutMs: 60_000 });
  const rows: string[][] = [];
  const copy = join(folder, 'copy');
  const used = (): Promise<number> =>
    withClient(url, async (connection) => {
      const { rows: counted } = await connection.query<{ n: string }>(
        'SELECT coalesce(sum(used), 0) AS n FROM access.key_usage',
      );
      return Number(counted[0]!.n);
    });
  const run = async (name: string, into: string): Promise<void> => {
    const before = await used();
    const begun = performance.now();
    const plans: MirrorPlan[] = [];
    await mirror(client, new FolderStore(into), { onPlan: (plan) => void plans.push(plan) });
    const { by, calls } = plans[0]!;
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    rows.push([name, by, String(calls), String((await used()) - before), seconds]);
  };
  await run(`a first copy of ${sets} sets with their histories`, copy);
  await run('nothing new', copy);
  await market.move(20);
  await run('one value in twenty moved, no newer snapshot', copy);
  await market.move(20);
  await makeSnapshots(url, snapshots);
  await run('one value in twenty moved, with a newer snapshot', copy);
  const { size } = await stat(join(copy, 'sets.ndjson'));
  process.stdout.write(`The mirror (sets.ndjson has ${(size / 1_000_000).toFixed(0)} MB)\n\n`);
  printTable(['what', 'by', 'calls to read it', 'calls in all', 's'], rows);
}

/** `/catalog/changes` with nothing new beside `/set/{number}`, in turn. */
async function benchNothingNew(
  service: ServerProcess,
  key: string,
  sets: number,
  { seconds, repeats }: { seconds: number; repeats: number },
): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const api = `${service.url}/api/v1`;
  const begun = await fetch(`${api}/catalog/changes`, { headers });
  const { data } = (await begun.json()) as { data: { cursor: string } };
  const urls = {
    '/set/{number}': () => `${api}/set/${1 + Math.floor(Math.random() * sets)}-1`,
    '/catalog/changes, nothing new': () => `${api}/catalog/changes?after=${data.cursor}`,
  };
  const measured = new Map<string, { p50: number; p99: number }[]>();
  for (let repeat = 0; repeat < repeats; repeat++)
    for (const [name, next] of Object.entries(urls)) {
      const times = await timeThinkingClients(next, headers, { ...CROWD, seconds });
      measured.set(name, [...(measured.get(name) ?? []), percentilesOf(times)]);
    }
  process.stdout.write(`${CROWD.requestsPerSecond} requests a second, ms, medians of ${repeats} (spread)\n\n`);
  printTable(
    ['route', 'p50', 'p99'],
    [...measured].map(([name, all]) => [name, told(all.map(({ p50 }) => p50)), told(all.map(({ p99 }) => p99))]),
  );
}

/** What others notice while snapshots are made, and while slow readers download one. */
async function benchNeighbours(
  service: ServerProcess,
  key: string,
  options: { url: string; folder: string; sets: number; seconds: number; repeats: number },
): Promise<void> {
  const { url, folder, sets, seconds, repeats } = options;
  const headers = { authorization: `Bearer ${key}` };
  const next = (): string => `${service.url}/api/v1/set/${1 + Math.floor(Math.random() * sets)}-1`;
  const p99 = async (): Promise<number> =>
    percentilesOf(await timeThinkingClients(next, headers, { ...CROWD, seconds })).p99;
  const alone: number[] = [];
  const beside: number[] = [];
  const slow: number[] = [];
  const made: MadeSnapshots[] = [];
  for (let repeat = 0; repeat < repeats; repeat++) {
    alone.push(await p99());
    const maker = await Maker.begin(url, join(folder, `beside-${repeat}`));
    beside.push(await p99());
    made.push(await maker.end());
    const readers = await SlowReaders.begin(service.url, key);
    slow.push(await p99());
    await readers.end();
  }
  const times = (values: readonly number[]): string => told(values.map((value, repeat) => value / alone[repeat]!));
  process.stdout.write(`p99 of GET /set/{number} of others, ms, medians of ${repeats} (spread)\n\n`);
  printTable(
    ['beside', 'p99', 'times alone'],
    [
      ['nothing', told(alone), ''],
      ['snapshots being made', told(beside), times(beside)],
      [`${SLOW_READERS} slow downloads`, told(slow), times(slow)],
    ],
  );
  printTable(
    ['snapshots of', 's', 'MB', 'MB of the process before', 'at most', 'growth'],
    [
      [
        `${sets} sets and ${2 * sets} histories`,
        told(made.flatMap((one) => one.seconds)),
        made[0]!.megabytes.toFixed(1),
        told(made.map(({ idleMb }) => idleMb)),
        told(made.map(({ peakMb }) => peakMb)),
        told(made.map(({ idleMb, peakMb }) => peakMb - idleMb)),
      ],
    ],
  );
}

/** Readers that download the largest snapshot slowly, again and again. */
class SlowReaders {
  private constructor(private readonly child: ChildProcess) {}

  static async begin(origin: string, key: string): Promise<SlowReaders> {
    const client = new Brickmarket({ baseUrl: `${origin}/api/v1`, apiKey: key });
    const { snapshots } = await client.listSnapshots();
    const largest = snapshots.toSorted((a, b) => b.bytes - a.bytes)[0]!;
    const options = [`${origin}${largest.download_url}`, String(SLOW_READERS), String(BEGIN_MS)];
    const child = fork(new URL('./slow-readers.process.js', import.meta.url), options);
    const failed = once(child, 'exit').then(() => Promise.reject(new Error('the slow readers could not begin')));
    failed.catch(() => undefined);
    await Promise.race([once(child, 'message'), failed]);
    return new SlowReaders(child);
  }

  async end(): Promise<void> {
    const ended = once(this.child, 'exit');
    // One that has failed did not disturb as long as it should have.
    if (!this.child.kill()) throw new Error('the slow readers have ended before');
    await ended;
  }
}

/** Median and spread. */
function told(values: readonly number[]): string {
  const { median, min, max } = spreadOf(values);
  return `${median.toFixed(1)} (${min.toFixed(1)} to ${max.toFixed(1)})`;
}
