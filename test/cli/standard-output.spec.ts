import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { exitOf } from '../support/eventually.ts';
import { onLinux } from '../support/on-linux.ts';
import { runCli } from '../support/run-cli.ts';
import { runHere } from '../support/run-here.ts';
import { createTestDatabase, createUnmigratedDatabase, type TestDatabase } from '../support/test-database.ts';

const EMAIL = 'writer@test.example';
const STREAMED = ['db backup -', `export brickfolio --account ${EMAIL}`, `export sales-ledger --account ${EMAIL}`];
const WHOLE = ['db status', 'db status --json', 'accounts list'];
// What a disk does that gets full during a write, at 512 bytes and without a disk: a part of it is written.
const LIMITED = `trap '' XFSZ; ulimit -f 1`;

it('may be a pipe for a command that loads packages with packages of their own', async () => {
  const empty = await createUnmigratedDatabase();
  expect(await runCli(['db', 'migrate'], { DATABASE_URL: empty.url })).toMatchObject({ code: 0 });
  await empty.drop();
});

describe('standard output', () => {
  let database: TestDatabase;
  let folder: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'brickmarket-output-'));
    const made = ['accounts', 'create', '--email', EMAIL, '--plan', 'reseller'];
    expect(await runHere(made, { DATABASE_URL: database.url })).toMatchObject({ code: 0 });
  });
  afterAll(async () => {
    await database.drop();
    await rm(folder, { recursive: true });
  });

  const shell = async (script: string): Promise<{ readonly code: number | null; readonly stderr: string }> => {
    const brickmarket = `brickmarket() { ${JSON.stringify(process.execPath)} apps/cli/dist/bundle/main.js "$@"; }`;
    const env = { PATH: process.env['PATH'], DATABASE_URL: database.url };
    const child = spawn('sh', ['-c', `${brickmarket}; ${script}`], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    const [stderr, [code]] = await Promise.all([text(child.stderr), exitOf(child)]);
    return { code, stderr };
  };

  onLinux('full').it.each([...STREAMED, ...WHOLE])('on a full disk fails with a sentence: %s', async (command) => {
    expect(await shell(`brickmarket ${command} > /dev/full`)).toEqual({
      code: 1,
      stderr: 'brickmarket: standard output is cut short: its disk is full. Free space, and run the command again\n',
    });
  });

  it.each(['db backup -', 'db status --json'])('that takes a part of what is written fails: %s', async (command) => {
    expect(await shell(`${LIMITED}; brickmarket ${command} > ${join(folder, 'cut')}`)).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^brickmarket: standard output is cut short: EFBIG.*\n$/),
    });
  });

  it.each(STREAMED)('whose reader ends fails, when a file is streamed: %s', async (command) => {
    expect(await shell(`{ brickmarket ${command}; echo "code $?" >&2; } | true`)).toMatchObject({
      stderr: 'brickmarket: standard output is cut short: its reader has ended\ncode 1\n',
    });
  });

  it.each(WHOLE)('whose reader has seen enough is no failure: %s', async (command) => {
    expect(await shell(`{ brickmarket ${command}; echo "code $?" >&2; } | true`)).toMatchObject({ stderr: 'code 0\n' });
  });

  it('is replaced by --output, which fails as it does', async () => {
    const output = join(folder, 'sales.csv');
    const exported = `brickmarket export sales-ledger --account ${EMAIL} --output ${output}`;
    expect(await shell(`trap '' XFSZ; ulimit -f 0; ${exported}`)).toEqual({
      code: 1,
      stderr: expect.stringContaining(`${output} is cut short`),
    });
  });
});
