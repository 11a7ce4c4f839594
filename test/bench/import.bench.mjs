/*
 * How long a catalogue import takes, against plain COPY of the same rows into the same tables.
 *   npm run bench:import                  an invented catalogue of 30,000 sets
 *   npm run bench:import -- FOLDER        a dump of your own
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { DemoMarket, demoFolder, writeDemoCatalog } from '@brickmarket/demo-market';
import { startThrowawayPostgres } from '@brickmarket/local-postgres';
import { migrate } from '@brickmarket/persistence-typeorm';
import { Client } from 'pg';
import { from, to } from 'pg-copy-streams';
import { formatSpread, spread } from './spread.mjs';

const ROUNDS = 5;
const TABLES = ['catalog.lego_set', 'catalog.minifig', 'catalog.set_minifig'];
const run = promisify(execFile);

const scratch = await mkdtemp(join(tmpdir(), 'bench-import-'));
const server = await startThrowawayPostgres();
try {
  const folder = process.argv[2] ?? (await inventCatalogue(scratch));
  await withClient(server.url, (client) => client.query('CREATE DATABASE bench_template'));
  await migrate(urlOf('template'));
  const measured = { import: [], again: [], copy: [], memoryMb: [] };
  let counts;
  for (let round = 0; round < ROUNDS; round++) {
    const imported = await freshDatabase(`imported_${round}`);
    const first = await importCatalog(imported, folder);
    const again = await importCatalog(imported, folder);
    if (!again.summary.nothing_changed) throw new Error('the second import changed something');
    measured.import.push(first.summary.duration_ms);
    measured.again.push(again.summary.duration_ms);
    measured.memoryMb.push(first.peakMb);
    measured.copy.push(await plainCopy(imported, await freshDatabase(`copied_${round}`)));
    counts = first.summary.counts;
  }
  const rows = Object.entries(counts).map(([kind, { inserted }]) => `${inserted} ${kind}`);
  const ratio = spread(measured.import).median / spread(measured.copy).median;
  console.log(`${rows.join(', ')}; ${ROUNDS} rounds, median (least to most)`);
  console.log(`import            ${formatSpread(measured.import)}`);
  console.log(`the same again    ${formatSpread(measured.again)}`);
  console.log(`plain COPY        ${formatSpread(measured.copy)}`);
  console.log(`import / COPY     ${ratio.toFixed(2)}`);
  console.log(`peak memory       ${formatSpread(measured.memoryMb, 'MB')}`);
} finally {
  await server.stop();
  await rm(scratch, { recursive: true });
}

function urlOf(database) {
  const url = new URL(server.url);
  url.pathname = `/bench_${database}`;
  return url.toString();
}

async function inventCatalogue(root) {
  const folder = demoFolder(root);
  await writeDemoCatalog(new DemoMarket({ seed: 'bench', asOf: new Date('2026-11-15T00:00:00Z'), sets: 30_000, minifigs: 18_000, years: 1 }), folder);
  return folder.catalog;
}

async function freshDatabase(name) {
  await withClient(server.url, (client) => client.query(`CREATE DATABASE bench_${name} TEMPLATE bench_template`));
  return urlOf(name);
}

/** In a process of its own, as people run it; timed by itself, so without the start of the process. */
async function importCatalog(databaseUrl, folder) {
  const { stdout, stderr } = await run(
    process.execPath,
    ['--import', new URL('report-peak-memory.mjs', import.meta.url).href, 'apps/cli/dist/main.js', 'import', 'catalog', folder, '--json', '--rejects', join(scratch, 'rejects.csv')],
    { env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl }, maxBuffer: 64 * 1024 * 1024 },
  );
  return { summary: JSON.parse(stdout), peakMb: Number(/peak-memory-kb (\d+)/.exec(stderr)[1]) / 1024 };
}

/** The time that COPY alone takes for the rows an import has written, with the same constraints and indexes. */
async function plainCopy(source, target) {
  const texts = await withClient(source, async (client) => {
    const all = [];
    for (const table of TABLES) all.push(await client.query(to(`COPY ${table} TO STDOUT`)).toArray());
    return all;
  });
  return withClient(target, async (client) => {
    const start = performance.now();
    await client.query('BEGIN');
    for (const [index, table] of TABLES.entries()) await pipeline(texts[index], client.query(from(`COPY ${table} FROM STDIN`)));
    await client.query('COMMIT');
    return performance.now() - start;
  });
}

async function withClient(url, work) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
