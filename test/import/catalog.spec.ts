import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { importCatalog, type ImportOptions, importSetDetails, nothingChanged } from '@brickmarket/operations';
import { CatalogImport, ItemDirectory, MinifigCatalog, SetCatalog } from '@brickmarket/persistence-ports';
import { Database, Stores } from '@brickmarket/persistence-postgres';
import { dataVersionOf } from '../support/data-versions.ts';
import { ImportFolder } from '../support/import-folder.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const folder = new ImportFolder();
let testDatabase: TestDatabase;
let database: Database;
beforeEach(async () => {
  testDatabase = await createTestDatabase();
  database = await Database.connect({ url: testDatabase.url, applicationName: 'spec' });
});
afterEach(async () => {
  await database.close();
  await testDatabase.drop();
});

const takeCatalog = (dump: string) => importCatalog(new Stores(database).get(CatalogImport), dump);
const takeDetails = (file: string, options?: ImportOptions) =>
  importSetDetails(
    { catalog: new Stores(database).get(CatalogImport), items: new Stores(database).get(ItemDirectory) },
    file,
    options,
  );
const setOf = async (number: string) =>
  (await new Stores(database).get(SetCatalog).findByNumbers([number])).get(number);
const minifigOf = async (number: string) =>
  (await new Stores(database).get(MinifigCatalog).findByNumbers([number])).get(number);
const version = () => dataVersionOf(database.pool, 'catalog');
const everything = async () =>
  (
    await database.pool.query(
      `SELECT s.*, (
         SELECT array_agg((l.minifig_id, l.quantity) ORDER BY l.minifig_id)::text
         FROM catalog.set_minifig l WHERE l.set_id = s.id
       ) AS links
       FROM catalog.lego_set s ORDER BY set_number`,
    )
  ).rows as unknown[];

/** Two sets that share a minifig. */
const small = {
  themes: ['1,Castle,', '2,Knights,1'],
  sets: ['100-1,Gate,1984,2,50,https://img.example/100.jpg', '200-1,Keep,1990,1,70,'],
  minifigs: ['fig-1,Knight,4,', 'fig-2,Squire,4,'],
  inventories: ['7,1,100-1', '8,1,200-1'],
  inventory_minifigs: ['7,fig-1,2', '8,fig-1,1', '8,fig-2,1'],
};
const DETAILS_HEADER =
  'Number,Theme,Subtheme,Year,Set name,Minifigs,Pieces,RRP (GBP),RRP (USD),RRP (CAD),RRP (EUR),EAN,UPC,' +
  'Width,Height,Depth,Weight,Launch date,Exit date';
const detailsOf = (number: string) =>
  `${number},Castle,,1984,Gate,2,50,,19.99,,,5702016111019,,26,14.1,6,0.45,01/03/2019,31/12/2020`;
const detailsFile = (name: string, ...rows: string[]) =>
  folder.write(name, `${DETAILS_HEADER}\n${rows.join('\n')}\n\n\n`);

describe('importing a catalogue', () => {
  it('takes over a dump with every quirk and leaves out, with line and reason, what cannot be right', async () => {
    const dump = folder.dump({
      themes: small.themes,
      minifigs: ['fig-1,Knight,4,', 'fig-2,"Sir ""Lance"", knight",4,', 'fig-2,Twice,4,'],
      inventories: ['7,1,100-1', '8,1,200-1', '9,1,404-1', '10,1,fig-1', '11,3,200-1', '12,2,200-1'],
      inventory_minifigs: [
        '7,fig-1,1',
        '7,fig-1,2',
        '7,fig-404,1',
        '99,fig-1,1',
        '8,fig-1,9',
        '12,fig-1,8',
        '11,fig-2,5',
      ],
    });
    // Carriage returns, a byte order mark, quoted commas and quotes, other scripts, an invisible mark, no line end at
    // the end.
    const sets =
      'set_num,name,year,theme_id,num_parts,img_url\r\n100-1,"Gate, ""Old""",1984,2,50,\r\n' +
      '200-1,城 Château 🏰 \u200E,1990,1,0,\r\n200-1,Twice,1990,1,0,\r\n300-1,Lost,1990,77,0,\r\n' +
      '113-2-DBASE-1,"Odd\\number",,1,,';
    rmSync(join(dump, 'sets.csv'));
    writeFileSync(join(dump, 'sets.csv.gz'), gzipSync(`\uFEFF${sets}`));

    const summary = await takeCatalog(dump);
    expect(summary.counts).toEqual({
      sets: { read: 5, inserted: 3, changed: 0, unchanged: 0, rejected: 2 },
      minifigs: { read: 3, inserted: 2, changed: 0, unchanged: 0, rejected: 1 },
      'set-minifigs': { read: 5, inserted: 2, changed: 0, unchanged: 0, removed: 0, rejected: 3 },
    });
    expect(await setOf('100-1')).toMatchObject({
      set: { title: 'Gate, "Old"', theme: 'Castle', subtheme: 'Knights', year: 1984, pieces: 50 },
      minifigCount: 3,
      minifigNumbers: ['fig-1'],
    });
    expect(await setOf('200-1')).toMatchObject({
      set: { title: '城 Château 🏰', theme: 'Castle', subtheme: null },
      minifigCount: 5,
      minifigNumbers: ['fig-2'],
    });
    expect(await setOf('113-2-DBASE-1')).toMatchObject({ set: { title: 'Odd\\number', year: null, pieces: 0 } });
    expect(await minifigOf('fig-2')).toMatchObject({
      minifig: { name: 'Sir "Lance", knight', yearReleased: 1990 },
      setNumbers: ['200-1'],
    });

    const rejects = readFileSync(summary.rejectsFile!, 'utf8').trimEnd().split('\r\n');
    expect(rejects[0]).toBe('file,line,kind,reason,row');
    const place = (line: string) =>
      line
        .slice(dump.length + 1)
        .split(',')
        .slice(0, 2)
        .join(':');
    expect(rejects.slice(1).map(place)).toEqual([
      'sets.csv.gz:4',
      'sets.csv.gz:5',
      'minifigs.csv:4',
      'inventories.csv:4',
      'inventory_minifigs.csv:4',
      'inventory_minifigs.csv:5',
    ]);
    expect(rejects[2]).toContain('theme 77 is not in the themes file,"300-1,Lost,1990,77,0,"');
  });

  it('says that nothing changed the second time, and nothing does', async () => {
    const dump = folder.dump(small);
    expect(nothingChanged(await takeCatalog(dump))).toBe(false);
    const [state, at] = [await everything(), await version()];
    const again = await takeCatalog(dump);
    expect(nothingChanged(again)).toBe(true);
    expect(again.counts).toMatchObject({
      sets: { unchanged: 2 },
      minifigs: { unchanged: 2 },
      'set-minifigs': { unchanged: 3 },
    });
    expect([await everything(), await version()]).toEqual([state, at]);
  });

  it('takes over nothing of a dump with a table that was cut off', async () => {
    const dump = folder.dump(small);
    rmSync(join(dump, 'inventory_minifigs.csv'));
    writeFileSync(
      join(dump, 'inventory_minifigs.csv.gz'),
      gzipSync(`inventory_id,fig_num,quantity\n${'7,fig-1,2\n'.repeat(500)}`).subarray(0, -9),
    );
    await expect(takeCatalog(dump)).rejects.toThrow(/inventory_minifigs\.csv\.gz: .*cut off/);
    expect([await everything(), await version()]).toEqual([[], 0]);
  });

  it('keeps and reports sets that a newer dump lacks, and takes minifigs from the newest inventory', async () => {
    await takeCatalog(folder.dump(small));
    const summary = await takeCatalog(
      folder.dump({
        ...small,
        sets: [small.sets[0]!, '300-1,New,2001,1,5,'],
        inventories: ['7,1,100-1', '9,2,100-1'],
        inventory_minifigs: ['7,fig-1,2', '9,fig-2,1'],
      }),
    );
    expect(summary.findings).toEqual({ 'disappeared sets': ['200-1'] });
    expect(summary.counts).toMatchObject({
      sets: { inserted: 1, changed: 0, unchanged: 1 },
      'set-minifigs': { inserted: 1, removed: 1 },
    });
    expect(await setOf('200-1')).toMatchObject({ set: { title: 'Keep' }, minifigNumbers: ['fig-1', 'fig-2'] });
    expect(await setOf('100-1')).toMatchObject({ minifigNumbers: ['fig-2'] });
    expect((await minifigOf('fig-2'))?.minifig.yearReleased).toBe(1984);
  });
});

it('does not take a set for disappeared that the newer dump has in a row that was rejected', async () => {
  await takeCatalog(folder.dump({ ...small, sets: [...small.sets, '300-1,Moat,1991,1,7,', '400-1,Well,1991,1,7,'] }));
  const summary = await takeCatalog(
    folder.dump({ ...small, sets: [small.sets[0]!, '200-1,Keep,1990,77,70,', '300-1,Moat, deep,1991,1,7,'] }),
  );
  expect(summary.counts['sets']).toMatchObject({ rejected: 2 });
  expect(summary.findings).toEqual({ 'disappeared sets': ['400-1'] });
});

describe('importing set details', () => {
  it('takes releases and exits that are announced, and rejects days so far ahead that nobody plans them', async () => {
    await takeCatalog(folder.dump(small));
    const dated = (number: string, launch: string, exit: string) =>
      detailsOf(number).replace('01/03/2019,31/12/2020', `${launch},${exit}`);
    const file = detailsFile('ahead.csv', dated('100-1', '01/03/2027', '31/12/2028'), dated('200-1', '', '31/12/2072'));
    const summary = await takeDetails(file, { now: new Date('2026-11-15T12:00:00Z') });
    expect(summary.counts['set details']).toMatchObject({ changed: 1, rejected: 1 });
    expect(summary.rejectReasons[0]!.example).toBe(
      `${file}:3 2072-12-31 is more than five years ahead: correct the date`,
    );
  });

  it('rejects sets that are not in the catalog, and says the second time that nothing changed', async () => {
    await takeCatalog(folder.dump(small));
    const file = detailsFile('details.csv', detailsOf('100-1'), detailsOf('404-1'), detailsOf('100'));
    const summary = await takeDetails(file);
    expect(summary.counts['set details']).toEqual({ read: 3, inserted: 0, changed: 1, unchanged: 0, rejected: 2 });
    const rejects = readFileSync(summary.rejectsFile!, 'utf8');
    expect(rejects).toContain(',3,reject,set 404-1 is not in the catalog: import a catalog that has it first,');
    expect(rejects).toContain(',4,reject,set 100-1 is there twice: the first one counts,');
    const at = await version();
    expect(nothingChanged(await takeDetails(file))).toBe(true);
    expect(await version()).toBe(at);
  });

  it('and a catalogue come to the same in whatever order they are repeated', async () => {
    const renamed = { ...small, sets: ['100-1,Gatehouse,1985,1,51,', small.sets[1]!] };
    const file = detailsFile('order.csv', detailsOf('100'));
    await takeCatalog(folder.dump(small));
    await takeDetails(file);
    await takeCatalog(folder.dump(renamed));
    const one = await everything();
    await database.pool.query(
      `UPDATE catalog.lego_set
       SET msrp_cents = NULL, ean = NULL, release_date = NULL, exit_date = NULL,
           box_width_mm = NULL, box_height_mm = NULL, box_depth_mm = NULL, box_weight_g = NULL`,
    );
    await takeCatalog(folder.dump(renamed));
    await takeDetails(file);
    expect(await everything()).toEqual(one);
    expect(await setOf('100-1')).toMatchObject({
      set: {
        title: 'Gatehouse',
        msrpCents: 1_999,
        ean: '5702016111019',
        exitDay: 18_627,
        box: { widthMm: 260, heightMm: 141, depthMm: 60, weightG: 450 },
      },
    });
  });
});
