import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { createSigningSecrets, signedHeaders } from '@brickmarket/alerts';
import { freePort } from '../support/free-port.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { eventually, exitOf } from '../support/eventually.ts';
import { expectFullCopy } from '../support/full-copy.ts';
import { moveClock, NOON } from '../support/move-clock.ts';
import { TestApi } from '../support/test-api.ts';
import { makeTestSnapshots } from '../support/test-snapshots.ts';
import { compileStrictly, installPacked, packLibraries } from '../outsiders/install-packed.ts';

const run = promisify(execFile);

/** A Node that has SQLite: this one, or else one from npm. Null where that cannot be had, and the reason is printed. */
function nodeWithSqlite(home: string): string | null {
  if (isBuiltin('node:sqlite')) return process.execPath;
  const fetched = spawnSync(process.execPath, ['test/smoke/fetch-node.mjs', '26', home], { encoding: 'utf8' });
  if (fetched.status === 0) return join(fetched.stdout, 'node');
  process.stderr.write(`The example with SQLite is SKIPPED: ${fetched.stderr}\n`);
  return null;
}

describe('the package @brickmarket/client, packed and installed by npm into an empty project', () => {
  const folder = mkdtempSync(join(tmpdir(), 'client-'));
  const installed = join(folder, 'node_modules', '@brickmarket', 'client');

  beforeAll(async () => {
    const packed = await packLibraries();
    await installPacked(folder, packed, ['client']);
    rmSync(packed, { recursive: true });
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('holds its build, its source and its README, and names versions that every package manager knows', () => {
    const files = readdirSync(installed, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(installed, join(entry.parentPath, entry.name)));
    expect(files).toEqual(expect.arrayContaining(['dist/index.js', 'dist/index.d.ts', 'src/index.ts', 'README.md']));
    const text = readFileSync(join(installed, 'package.json'), 'utf8');
    expect(text).not.toMatch(/"(?:catalog|workspace|link|file):/);
    const { dependencies } = JSON.parse(text) as { dependencies: object };
    expect(Object.keys(dependencies)).toEqual(['lru-cache', 'openapi-fetch']);
  });

  it('passes the strictest TypeScript with the example of its README, which runs as printed', async () => {
    const example = /```ts\n(.*?)```/s.exec(readFileSync('libs/client/README.md', 'utf8'))![1]!;
    writeFileSync(join(folder, 'example.ts'), example);
    await compileStrictly(folder, ['example.ts']);

    const api = await TestApi.start();
    await moveClock(api.db, NOON);
    const { key } = await api.account({ dailyLimit: 1_000 });
    await insertSet(api.db, { set_number: '100-1', title: 'Castle' });
    const { stdout } = await run(process.execPath, ['example.js'], {
      cwd: folder,
      env: { PATH: process.env['PATH'], BRICKMARKET_URL: `${api.origin}/api/v1`, BRICKMARKET_KEY: key },
    });
    expect(stdout).toBe(
      '1 themes\n100-1 Castle null\nnot found: set 0-0 not found\n1 brickfolios, 995 of 1000 requests left\n',
    );
    await api.stop();
  });

  describe('for a copy of the catalogue', () => {
    const snapshots = join(folder, 'snapshots');
    let api: TestApi;
    let env: NodeJS.ProcessEnv;

    beforeAll(async () => {
      api = await TestApi.start({ SNAPSHOT_FOLDER: snapshots });
      await moveClock(api.db, NOON);
      const { key } = await api.account();
      await insertSet(api.db, { set_number: '100-1', title: 'Castle' });
      await makeTestSnapshots(api.databaseUrl, snapshots, new Date(NOON));
      env = { PATH: process.env['PATH'], BRICKMARKET_URL: `${api.origin}/api/v1`, BRICKMARKET_KEY: key };
    });

    afterAll(() => api.stop());

    it('has the program of its README, which runs as printed', async () => {
      const programs = readFileSync('libs/client/README.md', 'utf8').matchAll(/```js\n(.*?)```/gs);
      const printed = Array.from(programs, ([, program]) => program!).find((program) => program.includes('mirror('))!;
      writeFileSync(join(folder, 'copy.js'), printed);
      const { stdout } = await run(process.execPath, ['copy.js'], { cwd: folder, env });
      expect(stdout).toContain("by: 'snapshot'");
      await expectFullCopy(join(folder, 'catalogue'), api.databaseUrl, new Date(NOON));
    });

    // Fetched while the tests are collected: without it the example is reported as skipped, not as passed.
    const node = nodeWithSqlite(join(folder, 'node'));
    (node === null ? it.skip : it)('has an example with SQLite, for a Node that has it', async () => {
      const example = ['node_modules/@brickmarket/client/examples/sqlite-store.mjs', 'catalogue.db'];
      expect((await run(node!, example, { cwd: folder, env })).stdout).toMatch(
        /^300 calls by snapshot, \d+ are left\n$/,
      );
      expect((await run(node!, example, { cwd: folder, env })).stdout).toMatch(/^0 calls by changes/);
      const count = `const { DatabaseSync } = require('node:sqlite');
        const rows = new DatabaseSync('catalogue.db').prepare('SELECT kind, key, json FROM record ORDER BY 1, 2').all();
        console.log(JSON.stringify(rows.map(({ kind, key, json }) => [kind, key, JSON.parse(json).title ?? null])));`;
      const { stdout } = await run(node!, ['-e', count], { cwd: folder });
      expect(JSON.parse(stdout)).toEqual([
        ['history', '100-1 sealed', null],
        ['history', '100-1 used', null],
        ['sets', '100-1', 'Castle'],
      ]);
    });
  });

  it('makes the receiver of its README, which runs as printed: it takes what is signed and nothing else', async () => {
    const programs = readFileSync('libs/client/README.md', 'utf8').matchAll(/```js\n(.*?)```/gs);
    const printed = Array.from(programs, ([, program]) => program!).find((program) => program.includes('8080'))!;
    const port = await freePort();
    writeFileSync(join(folder, 'receiver.js'), printed.replace('8080', String(port)));
    const secrets = createSigningSecrets();
    const receiver = spawn(process.execPath, ['receiver.js'], {
      cwd: folder,
      env: { PATH: process.env['PATH'], WEBHOOK_SECRET: secrets.secret },
    });
    let output = '';
    receiver.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const body = JSON.stringify({ type: 'endpoint.test', timestamp: new Date().toISOString(), data: { message: 'x' } });
    const headers = signedHeaders({ id: 'msg_1', sentAt: new Date(), body }, [secrets]);
    const post = (text: string): Promise<number> =>
      fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: text }).then(({ status }) => status);
    expect(await eventually('it listens', () => post(body).catch(() => null))).toBe(204);
    expect(await post(`${body} `)).toBe(400);
    await eventually('it has printed the event', () => output === "msg_1 endpoint.test { message: 'x' }\n");
    receiver.kill('SIGTERM');
    await exitOf(receiver);
  });
});
