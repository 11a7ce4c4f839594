import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMarketSales, readRebrickableDump } from '@brickmarket/feeds';
import { importDropped } from './import-dropped.ts';
import { type ImportOptions, runImport } from './run-import.ts';

const SECRET = 'root:x:0:0:of the system\n';
const LATER = new Date(Date.now() + 60_000);
const SALES = 'item_type,item_number,condition,sold_at,price_usd,quantity,source,source_ref\n';

describe('a drop folder', () => {
  const outside = mkdtempSync(join(tmpdir(), 'outside-'));
  writeFileSync(join(outside, 'secret'), SECRET);
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'drop-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  afterAll(() => rmSync(outside, { recursive: true }));

  const readSales = (path: string, options: ImportOptions) =>
    runImport('sales', path, options, async (tally, _progress, reading) => {
      for await (const batch of readMarketSales(path, reading)) await tally.take('sales', batch);
    });
  const readDump = (path: string, options: ImportOptions) =>
    runImport('catalog', path, options, async (tally, _progress, reading) => {
      for await (const { kind, batch } of readRebrickableDump(path, reading)) await tally.take<unknown>(kind, batch);
    });
  const run = (sales = readSales) => importDropped(folder, { sales, catalog: readDump }, LATER);
  /** Everything that was written into the folder. */
  const written = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
      .join('\n');

  it('refuses links, pipes, sockets and folders with a sentence, and shows nothing of what they point to', async () => {
    symlinkSync(join(outside, 'secret'), join(folder, 'sales-link.csv'));
    symlinkSync(join(outside, 'missing'), join(folder, 'sales-missing.csv'));
    symlinkSync(outside, join(folder, 'catalog-link'));
    mkdirSync(join(folder, 'sales-folder.csv'));
    execFileSync('mkfifo', [join(folder, 'sales-pipe.csv')]);
    const server = createServer().listen(join(folder, 'sales-socket.csv'));
    await new Promise((resolve) => server.once('listening', resolve));
    writeFileSync(join(folder, 'sales-plain.csv'), SALES);
    const outcomes = new Map((await run()).map(({ name, outcome }) => [name, outcome]));
    server.close();
    const link = 'failed: is a symbolic link: put the file itself into the folder';
    expect(Object.fromEntries(outcomes)).toEqual({
      'catalog-link': link,
      'sales-folder.csv': 'failed: is a folder: put a file into the folder',
      'sales-link.csv': link,
      'sales-missing.csv': link,
      'sales-pipe.csv': 'failed: is no regular file: put a file into the folder',
      'sales-plain.csv': 'imported 0 rows, 0 new, 0 changed, 0 rejected',
      'sales-socket.csv': 'failed: is no regular file: put a file into the folder',
    });
    expect(written()).not.toContain('root:x');
    expect(readdirSync(folder)).toEqual(['done', 'failed']);
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe(SECRET);
  });

  it('refuses a link that takes the place of a file after it was looked at', async () => {
    writeFileSync(join(folder, 'sales.csv'), SALES);
    const swapped = (path: string, options: ImportOptions) => {
      renameSync(path, join(outside, 'taken-away'));
      symlinkSync(join(outside, 'secret'), path);
      return readSales(path, options);
    };
    const [only] = await run(swapped);
    expect(only!.outcome).toContain('is a symbolic link: put the file itself into the folder');
    expect(written()).not.toContain('root:x');
  });

  it('refuses a link within the folder of a catalogue', async () => {
    const dump = join(folder, 'catalog-today');
    mkdirSync(dump);
    for (const table of ['themes', 'minifigs', 'inventories', 'inventory_minifigs'])
      writeFileSync(join(dump, `${table}.csv`), 'id,name,parent_id\n');
    symlinkSync(join(outside, 'secret'), join(dump, 'sets.csv'));
    const [only] = await run();
    expect(only!.outcome).toContain('sets.csv: is a symbolic link');
    expect(written()).not.toContain('root:x');
  });

  it('writes rejects into a file of its own, not through a link that waits under its name', async () => {
    writeFileSync(join(folder, 'sales.csv'), `${SALES}set,1-1,sealed,2026-10-06,cheap,1,ebay,a\n`);
    const lying = (path: string, options: ImportOptions) => {
      symlinkSync(join(outside, 'secret'), options.rejectsPath!);
      return readSales(path, options);
    };
    await run(lying);
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe(SECRET);
  });
});
