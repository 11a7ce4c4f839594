import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type BackupHeader, backUpDatabase } from '@brickmarket/persistence-postgres';
import { Pool } from 'pg';
import { insertAccount } from '../support/account-builders.ts';
import { runHere } from '../support/run-here.ts';
import { createTestDatabase, createUnmigratedDatabase, type TestDatabase } from '../support/test-database.ts';

const KEYS = 'access.api_key';

describe('a damaged backup', () => {
  let original: TestDatabase;
  let empty: TestDatabase;
  let folder: string;
  let file: string;
  let whole: Buffer;
  let lines: readonly string[];
  let keys: number;

  beforeAll(async () => {
    [original, empty] = await Promise.all([createTestDatabase(), createUnmigratedDatabase()]);
    folder = await mkdtemp(join(tmpdir(), 'brickmarket-damaged-'));
    file = join(folder, 'market.backup');
    const db = new Pool({ connectionString: original.url });
    await insertAccount(db);
    await insertAccount(db);
    await db.end();
    await backUpDatabase(original.url, file);
    whole = await readFile(file);
    lines = gunzipSync(whole).toString().split('\n');
    keys = lines.findIndex((line) => line.startsWith(`{"table":"${KEYS}"`));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
    await Promise.all([original.drop(), empty.drop()]);
  });

  const restored = () => runHere(['db', 'restore', file], { DATABASE_URL: empty.url });
  const packed = (changed: readonly string[]): Buffer => gzipSync(changed.join('\n'));
  const flipped = (at: number): Buffer => whole.map((byte, n) => (n === at ? byte ^ 0x10 : byte)) as Buffer;
  const withHeader = (change: Partial<Record<keyof BackupHeader, unknown>>): Buffer =>
    packed([JSON.stringify({ ...(JSON.parse(lines[0]!) as object), ...change }), ...lines.slice(1)]);
  const withTable = (change: { table?: unknown; columns?: unknown }): Buffer =>
    packed(lines.with(keys, JSON.stringify({ ...(JSON.parse(lines[keys]!) as object), ...change })));
  const withRow = (change: (cells: readonly string[]) => readonly string[]): Buffer =>
    packed(lines.with(keys + 1, change(lines[keys + 1]!.split('\t')).join('\t')));

  const KINDS: Readonly<Record<string, readonly [made: () => Buffer, where: string]>> = {
    empty: [() => Buffer.alloc(0), 'it is cut short'],
    'cut in its header': [() => whole.subarray(0, 40), 'it is cut short'],
    'cut in the middle': [() => whole.subarray(0, whole.length / 2), 'it is cut short'],
    'cut before its checksum': [() => whole.subarray(0, -8), 'it is cut short'],
    'a flipped byte': [() => flipped(Math.floor(whole.length / 2)), '(its compression|table|what follows)'],
    'a flipped byte in its checksum': [() => flipped(whole.length - 6), 'its compression'],
    'zeros at its end': [
      () => Buffer.concat([whole.subarray(0, -600), Buffer.alloc(600)]),
      '(its compression|it is cut short)',
    ],
    'two in one file': [() => Buffer.concat([whole, whole]), 'what follows '],
    'cut lines': [() => packed(lines.slice(0, keys + 2)), `table ${KEYS}`],
    'a header without sequences': [() => withHeader({ sequences: undefined }), 'its header'],
    'a header of strange counts': [() => withHeader({ rows: { [KEYS]: 'many' } }), 'its header'],
    'a header of another build, and a wrong checksum': [
      () => Buffer.concat([withHeader({ migrations: ['x'] }).subarray(0, -4), Buffer.alloc(4)]),
      'its compression',
    ],
    'a header of no day': [() => withHeader({ madeAt: 'yesterday' }), 'its header'],
    'a header of migrations that are none': [() => withHeader({ migrations: 7 }), 'its header'],
    'an unknown sequence': [() => withHeader({ sequences: [{ name: KEYS, lastValue: '1' }] }), `sequence ${KEYS}`],
    'a count of another number': [() => withHeader({ rows: { [KEYS]: 3 } }), `${KEYS} has 2 of 3 rows`],
    'a lost row': [() => packed(lines.toSpliced(keys + 1, 1)), `${KEYS} has 1 of 2 rows`],
    'a row twice': [() => packed(lines.toSpliced(keys + 1, 0, lines[keys + 1]!)), `table ${KEYS}`],
    'a row with a cell more': [() => withRow((cells) => [...cells, 'x']), `table ${KEYS}`],
    'a row with a cell less': [() => withRow((cells) => cells.slice(1)), `table ${KEYS}`],
    'a cell of another type': [() => withRow((cells) => ['x', ...cells.slice(1)]), `table ${KEYS}`],
    'a row of nobody': [() => withRow((cells) => [cells[0]!, '4711', ...cells.slice(2)]), `table ${KEYS}`],
    'a lost end of rows': [() => packed(lines.toSpliced(lines.indexOf('\\.', keys), 1)), `table ${KEYS}`],
    'a lost table line': [() => packed(lines.toSpliced(keys, 1)), 'what follows '],
    'an unknown table': [() => withTable({ table: 'access.secret' }), 'table access.secret'],
    'a table that is none': [() => withTable({ table: 7 }), 'what follows '],
    'a table twice': [() => packed(lines.toSpliced(keys, 0, lines[keys]!, '\\.')), `table ${KEYS}`],
    'an unknown column': [() => withTable({ columns: ['id', 'secret'] }), `table ${KEYS}`],
    'columns that are none': [() => withTable({ columns: 'id' }), 'what follows '],
  };

  it.each(Object.entries(KINDS))('is told in one sentence, and restores nothing: %s', async (_, [made, where]) => {
    await writeFile(file, made());
    expect(await restored()).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(`\nbrickmarket: ${file} is damaged \\(${where}.*\\): take another backup\n$`),
    });
  });

  it.each([
    'public.x (a int); COPY (SELECT 1) TO PROGRAM $$touch RAN$$; --',
    `${KEYS} DISABLE TRIGGER USER; COPY (SELECT 1) TO PROGRAM $$touch RAN$$; ALTER TABLE ${KEYS}`,
  ])('runs no SQL of its own: %s', async (table) => {
    const ran = join(folder, 'ran');
    await writeFile(file, withTable({ table: table.replace('RAN', ran) }));
    const expected = { code: 2, stderr: expect.stringContaining(`${file} is damaged (table `) };
    expect(await runHere(['db', 'verify', file], {})).toMatchObject(expected);
    expect(await restored()).toMatchObject(expected);
    await writeFile(
      file,
      withTable({ columns: ['id) FROM STDIN; COPY (SELECT 1) TO PROGRAM $$touch ' + ran + '$$; --'] }),
    );
    expect(await restored()).toMatchObject(expected);
    expect(existsSync(ran)).toBe(false);
  });

  it('leaves the database to a whole one', async () => {
    await writeFile(file, whole);
    expect(await restored()).toMatchObject({ code: 0 });
  });

  it('is not made in a folder that does not exist, and that is told in a sentence', async () => {
    const nowhere = join(folder, 'nowhere', 'market.backup');
    expect(await runHere(['db', 'backup', nowhere], { DATABASE_URL: original.url })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        `brickmarket: the folder ${join(folder, 'nowhere')} does not exist: make it first\n`,
      ),
    });
    for (const command of ['verify', 'restore'])
      expect(await runHere(['db', command, nowhere], { DATABASE_URL: original.url })).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(`${nowhere} does not exist`),
      });
    expect(await readdir(folder)).toEqual(['market.backup']);
  });
});
