import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { CatalogSet, Minifig, SetMinifig } from '@brickmarket/domain';
import type { RowReport } from '../reading/feed-text.ts';
import { TemporaryFolder } from '../testing/feed-files.ts';
import { readRebrickableDump } from './read-rebrickable-dump.ts';

const TABLES = {
  themes: 'id,name,parent_id\n1,Castle,\n2,Knights,1\n3,Supplemental,2\n4,Supplemental,\n',
  sets: 'set_num,name,year,theme_id,num_parts,img_url\n100-1,Keep,1990,1,50,https://img.example/100-1.jpg\n',
  minifigs: 'fig_num,name,num_parts,img_url\nfig-1,Knight,4,https://img.example/fig-1.jpg\n',
  inventories: 'id,version,set_num\n7,1,100-1\n',
  inventory_minifigs: 'inventory_id,fig_num,quantity\n7,fig-1,2\n',
};
const root = new TemporaryFolder();

function dump(tables: Partial<Record<keyof typeof TABLES, string>>): string {
  const folder = join(root.path, String(readdirSync(root.path).length));
  mkdirSync(folder);
  for (const [table, content] of Object.entries({ ...TABLES, ...tables }))
    writeFileSync(join(folder, `${table}.csv`), content);
  return folder;
}

async function read(folder: string) {
  const all = {
    sets: [] as CatalogSet[],
    minifigs: [] as Minifig[],
    'set-minifigs': [] as SetMinifig[],
    rejects: [] as RowReport[],
    warnings: [] as RowReport[],
  };
  for await (const { kind, batch } of readRebrickableDump(folder)) {
    (all[kind] as unknown[]).push(...batch.records);
    all.rejects.push(...batch.rejects);
    all.warnings.push(...batch.warnings);
  }
  return all;
}

const places = (reports: readonly RowReport[]) =>
  reports.map((report) => `${basename(report.file)}:${report.line} ${report.reason}`);

describe('readRebrickableDump', () => {
  it('gives sets, minifigs and which are in which', async () => {
    expect(await read(dump({}))).toEqual({
      sets: [
        {
          setNumber: '100-1',
          title: 'Keep',
          theme: 'Castle',
          subtheme: null,
          year: 1990,
          pieces: 50,
          imageUrl: 'https://img.example/100-1.jpg',
        },
      ],
      minifigs: [
        {
          minifigNumber: 'fig-1',
          name: 'Knight',
          category: null,
          color: null,
          yearReleased: null,
          imageUrl: 'https://img.example/fig-1.jpg',
        },
      ],
      'set-minifigs': [{ setNumber: '100-1', minifigNumber: 'fig-1', quantity: 2 }],
      rejects: [],
      warnings: [],
    });
  });

  it('keeps the apostrophe of a title', async () => {
    const titles = ["'s Avonds ", "'@Home", "'-Bot", "'"];
    const rows = titles.map((title, index) => `${index + 1}-1,"${title}",2027,1,0,\n`).join('');
    const { sets } = await read(dump({ sets: `${TABLES.sets.split('\n')[0]!}\n${rows}` }));
    expect(sets.map(({ title }) => title)).toEqual(titles.map((title) => title.trim()));
  });

  it.each([
    ['https://img.example/a b.jpg', 'https://img.example/a%20b.jpg', null],
    ['HTTPS://IMG.example', 'https://img.example/', null],
    ['https://ann:secret@img.example/1.jpg', null, 'the web address at img.example contains a user name or password'],
    ['https://ann@img.example/1.jpg', null, 'the web address at img.example contains a user name or password'],
    ['https://', null, '"https://" is no web address: left out'],
    ['https://[::1/1.jpg', null, '"https://[::1/1.jpg" is no web address: left out'],
    ['https://exa mple/', null, '"https://exa mple/" is no web address: left out'],
    ['javascript:alert(1)', null, '"javascript:alert(1)" is no web address: left out'],
  ])('takes the picture address %j as %j', async (text, imageUrl, warning) => {
    const { sets, warnings } = await read(
      dump({ sets: `${TABLES.sets.split('\n')[0]!}\n1-1,Keep,2027,1,0,"${text}"\n` }),
    );
    expect(sets).toMatchObject([{ imageUrl }]);
    expect(warnings.map(({ reason }) => reason)).toEqual(warning === null ? [] : [expect.stringContaining(warning)]);
  });

  it('takes set numbers of every shape, names of every kind and sets without pieces', async () => {
    const numbers = ['0011-2', '10213sup-1', '1224.1-1', '113-2-DBASE-1', '977303527791450001-1'];
    const sets = numbers.map((number) => `${number},"A ""big"", book\u200E",2027,1,0,\r\n`).join('');
    const { sets: read1, rejects } = await read(
      dump({
        sets: `\uFEFFset_num,name,year,theme_id,num_parts,img_url\r\n${sets}`,
        inventories: 'id,version,set_num\n',
        inventory_minifigs: 'inventory_id,fig_num,quantity\n',
      }),
    );
    expect(read1.map((set) => set.setNumber)).toEqual(numbers);
    expect(read1[0]).toMatchObject({ title: 'A "big", book', year: 2027, pieces: 0, imageUrl: null });
    expect(rejects).toEqual([]);
  });

  it('takes the root for the theme and the leaf for the subtheme, by id', async () => {
    const { sets } = await read(
      dump({ sets: 'set_num,name,year,theme_id,num_parts\n100-1,a,1990,3,1\n101-1,b,1990,4,1\n102-1,c,1990,2,1\n' }),
    );
    expect(sets.map((set) => [set.theme, set.subtheme])).toEqual([
      ['Castle', 'Supplemental'],
      ['Supplemental', null],
      ['Castle', 'Knights'],
    ]);
  });

  it('takes a theme for a root when its parents form a circle or are missing, and says so', async () => {
    const themes = 'id,name,parent_id\n1,Castle,2\n2,Knights,1\n5,Self,5\n6,Orphan,99\n';
    const { sets, warnings } = await read(
      dump({ themes, sets: 'set_num,name,year,theme_id,num_parts\n100-1,a,1990,2,1\n101-1,b,1990,6,1\n' }),
    );
    expect(sets.map((set) => [set.theme, set.subtheme])).toEqual([
      ['Knights', null],
      ['Orphan', null],
    ]);
    expect(warnings.map((warning) => warning.line)).toEqual([2, 3, 4, 5]);
  });

  it('takes the inventory of the highest version, wherever it stands', async () => {
    const { 'set-minifigs': links } = await read(
      dump({
        inventories: 'id,version,set_num\n7,2,100-1\n8,10,100-1\n9,1,100-1\n',
        inventory_minifigs: 'inventory_id,fig_num,quantity\n7,fig-1,1\n8,fig-1,3\n9,fig-1,5\n',
      }),
    );
    expect(links).toEqual([{ setNumber: '100-1', minifigNumber: 'fig-1', quantity: 3 }]);
  });

  it('adds up a minifig that an inventory lists twice', async () => {
    const { 'set-minifigs': links } = await read(
      dump({ inventory_minifigs: 'inventory_id,fig_num,quantity\n7,fig-1,1\n7,fig-1,3\n' }),
    );
    expect(links).toEqual([{ setNumber: '100-1', minifigNumber: 'fig-1', quantity: 4 }]);
  });

  it('passes over the inventories of minifigs', async () => {
    const { 'set-minifigs': links, rejects } = await read(
      dump({
        inventories: 'id,version,set_num\n7,1,100-1\n8,1,fig-1\n',
        inventory_minifigs: 'inventory_id,fig_num,quantity\n7,fig-1,1\n8,fig-1,1\n',
      }),
    );
    expect(links).toHaveLength(1);
    expect(rejects).toEqual([]);
  });

  it('rejects rows that point nowhere and ids that are there twice, and reads the rest', async () => {
    const all = await read(
      dump({
        themes: `${TABLES.themes}4,Again,\n`,
        sets:
          `${TABLES.sets}100-1,Again,1991,1,1,\n101-1,Lost,1990,99,1,\n102-1,Old,19,1,1,\n103 1,Odd,1990,1,1,\n` +
          '104-1,Parts,1990,1,-5,\n',
        minifigs: `${TABLES.minifigs}fig-1,Again,4,\nfig-2,,4,\n`,
        inventories: `${TABLES.inventories}7,2,100-1\n8,1,100-1\n9,1,404-1\n`,
        inventory_minifigs: `${TABLES.inventory_minifigs}404,fig-1,1\n7,fig-404,1\n7,fig-1,0\n`,
      }),
    );
    expect(places(all.rejects)).toEqual([
      'themes.csv:6 theme 4 is there twice: the first one counts',
      'sets.csv:3 set 100-1 is there twice: the first one counts',
      'sets.csv:4 theme 99 is not in the themes file',
      'sets.csv:5 19 is no year of release',
      'sets.csv:6 set_num is "103 1": write a set number like 75192-1',
      'sets.csv:7 num_parts is "-5": write a whole number, at least 0',
      'minifigs.csv:3 minifig fig-1 is there twice: the first one counts',
      'minifigs.csv:4 name is empty: fill it in',
      'inventories.csv:3 inventory 7 is there twice: the first one counts',
      'inventories.csv:4 version 1 of set 100-1 is there twice: the first one counts',
      'inventories.csv:5 set 404-1 is not in the sets file, or was rejected there',
      'inventory_minifigs.csv:3 inventory 404 is not in the inventories file',
      'inventory_minifigs.csv:4 minifig fig-404 is not in the minifigs file, or was rejected there',
      'inventory_minifigs.csv:5 quantity is "0": write a whole number, at least 1',
    ]);
    expect([all.sets.length, all.minifigs.length, all['set-minifigs'].length]).toEqual([1, 1, 1]);
  });

  it('leaves out a picture without a web address, and says so', async () => {
    const { sets, warnings } = await read(
      dump({ sets: 'set_num,name,year,theme_id,num_parts,img_url\n100-1,a,,1,,none\n' }),
    );
    expect(sets[0]).toMatchObject({ imageUrl: null, year: null, pieces: 0 });
    expect(places(warnings)).toEqual(['sets.csv:2 "none" is no web address: left out']);
  });

  it('names every table that is missing', async () => {
    await expect(read(root.path)).rejects.toThrow(
      'lacks themes.csv, sets.csv, minifigs.csv, inventories.csv, inventory_minifigs.csv',
    );
  });

  it('reports progress over the whole folder and fails on a table that was cut off', async () => {
    const folder = dump({});
    let last: number[] = [];
    for await (const _ of readRebrickableDump(folder, { onProgress: (...progress) => (last = progress) })) void _;
    expect(last[0]).toBe(last[1]);
    writeFileSync(join(folder, 'minifigs.csv'), gzipSync(TABLES.minifigs.repeat(50)).subarray(0, -9));
    await expect(read(folder)).rejects.toThrow(/minifigs\.csv: .*cut off/);
  });
});
