import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { SHIPPED_CATALOG } from '@brickmarket/demo-market';
import { from, to } from 'pg-copy-streams';
import { withClient, BenchServer } from '../measure/bench-server.ts';
import { spreadOf, printTable } from '../measure/figures.ts';

const TABLES = ['catalog.lego_set', 'catalog.minifig', 'catalog.set_minifig'];

/**
 * Milliseconds that COPY alone takes for the rows that an import has written, with the same constraints and indexes.
 */
async function timePlainCopy(sourceUrl: string, targetUrl: string): Promise<number> {
  const texts = await withClient(sourceUrl, async (client) => {
    const all: Buffer[][] = [];
    for (const table of TABLES) all.push((await client.query(to(`COPY ${table} TO STDOUT`)).toArray()) as Buffer[]);
    return all;
  });
  return withClient(targetUrl, async (client) => {
    const start = performance.now();
    await client.query('BEGIN');
    for (const [index, table] of TABLES.entries())
      await pipeline(texts[index]!, client.query(from(`COPY ${table} FROM STDIN`)));
    await client.query('COMMIT');
    return performance.now() - start;
  });
}

const ROUNDS = 5;
const run = promisify(execFile);

interface ImportJson {
  readonly counts: Readonly<Record<string, { readonly inserted: number }>>;
  readonly nothing_changed: boolean;
  readonly duration_ms: number;
}

/** How long a catalog import takes and how much memory, against plain COPY of the same rows into the same tables. */
export async function benchCatalogImport(folder: string = SHIPPED_CATALOG.folder): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'brickmarket-bench-import-'));
  const server = await BenchServer.start();
  try {
    const [first, again, copy, memory]: [number[], number[], number[], number[]] = [[], [], [], []];
    let rows = '';
    for (let round = 0; round < ROUNDS; round++) {
      const database = await server.freshDatabase();
      const one = await importCatalog(database, folder, scratch);
      const two = await importCatalog(database, folder, scratch);
      if (!two.summary.nothing_changed) throw new Error('the second import changed something');
      first.push(one.summary.duration_ms);
      again.push(two.summary.duration_ms);
      memory.push(one.peakMb);
      copy.push(await timePlainCopy(database, await server.freshDatabase()));
      rows = Object.entries(one.summary.counts)
        .map(([kind, { inserted }]) => `${inserted} ${kind}`)
        .join(', ');
    }
    process.stdout.write(`${rows}; ${ROUNDS} rounds\n`);
    printTable(
      ['', 'median', 'least', 'most'],
      [
        line('import, ms', first),
        line('the same again, ms', again),
        line('plain COPY, ms', copy),
        line('peak memory, MB', memory),
      ],
    );
    process.stdout.write(`import / plain COPY: ${(spreadOf(first).median / spreadOf(copy).median).toFixed(2)}\n`);
  } finally {
    await server.stop();
    await rm(scratch, { recursive: true });
  }
}

/** In a process of its own, as people run it; it times itself, so the start of the process does not count. */
async function importCatalog(
  databaseUrl: string,
  folder: string,
  scratch: string,
): Promise<{ summary: ImportJson; peakMb: number }> {
  const reporter = new URL('../measure/report-peak-memory.js', import.meta.url).href;
  const command = [
    '--import',
    reporter,
    'apps/cli/dist/bundle/main.js',
    'import',
    'catalog',
    folder,
    '--json',
    '--rejects',
    join(scratch, 'rejects.csv'),
  ];
  const { stdout, stderr } = await run(process.execPath, command, {
    env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl },
    maxBuffer: 64 * 1024 * 1024,
  });
  return { summary: JSON.parse(stdout) as ImportJson, peakMb: Number(/peak-memory-kb (\d+)/.exec(stderr)![1]) / 1024 };
}

function line(name: string, values: readonly number[]): string[] {
  const { median, min, max } = spreadOf(values);
  return [name, median.toFixed(0), min.toFixed(0), max.toFixed(0)];
}
