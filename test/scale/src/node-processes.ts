import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { appendFile, chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { exitOf } from '../../support/eventually.ts';
import type { DrillNetwork } from './drill-network.ts';

/** The programs of the set-up, from Debian's packages. */
export interface Programs {
  readonly patroni: string;
  /** `3.0.2`. */
  readonly patroniVersion: string;
  readonly etcd: string;
  readonly haproxy: string;
  /** The folder with postgres, initdb, pg_basebackup and pg_rewind. */
  readonly postgres: string;
  /** For the alerts; the drill runs without. */
  readonly prometheus: string | undefined;
}

const POSTGRES_FOLDER = '/usr/lib/postgresql';
const PYTHON_FOLDER = '/usr/lib/python3/dist-packages';
const OLDEST_POSTGRES = 15;
const STOP_MS = 15_000;

/** Finds the programs, or says which packages are missing. */
export function findPrograms(): Programs | { readonly missing: readonly string[] } {
  const [patroni, etcd, haproxy] = ['patroni', 'etcd', 'haproxy'].map(inPath);
  const postgres = newestPostgres();
  // Patroni reaches etcd by TLS with both, and depends on neither.
  const [client, idna] = ['etcd', 'idna'].map(pythonPackage);
  if (patroni && etcd && haproxy && postgres && client && idna)
    return { patroni, patroniVersion: versionOf(patroni), etcd, haproxy, postgres, prometheus: inPath('prometheus') };
  const packages = {
    patroni,
    'python3-etcd': client,
    'python3-idna': idna,
    'etcd-server': etcd,
    haproxy,
    [`postgresql-${OLDEST_POSTGRES} or newer`]: postgres,
  };
  return {
    missing: Object.entries(packages).flatMap(([name, found]) => (found ? [] : [name])),
  };
}

/** What the restore drill needs. */
export interface RestorePrograms extends Programs {
  readonly pgbackrest: string;
}

/** Finds the programs of the restore drill, or says which packages are missing. */
export function findRestorePrograms(): RestorePrograms | { readonly missing: readonly string[] } {
  const [programs, pgbackrest] = [findPrograms(), inPath('pgbackrest')];
  if ('missing' in programs) return { missing: [...programs.missing, ...(pgbackrest ? [] : ['pgbackrest'])] };
  return pgbackrest ? { ...programs, pgbackrest } : { missing: ['pgbackrest'] };
}

function versionOf(program: string): string {
  return execFileSync(program, ['--version'], { encoding: 'utf8' }).trim().split(' ').at(-1)!;
}

function inPath(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/bin'];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

function pythonPackage(name: string): string | undefined {
  return [join(PYTHON_FOLDER, name)].find((path) => existsSync(path));
}

/** The folder of the newest PostgreSQL of Debian that is new enough; undefined: there is none. */
export function newestPostgres(): string | undefined {
  if (!existsSync(POSTGRES_FOLDER)) return undefined;
  const versions = readdirSync(POSTGRES_FOLDER)
    .map(Number)
    .filter((version) => version >= OLDEST_POSTGRES);
  return versions
    .toSorted((a, b) => b - a)
    .map((version) => join(POSTGRES_FOLDER, String(version), 'bin'))
    .find((folder) =>
      ['postgres', 'initdb', 'pg_basebackup', 'pg_rewind', 'psql'].every((it) => existsSync(join(folder, it))),
    );
}

/** Ports of loopback that are free now and differ from each other. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await new Promise<void>((resolve, reject) => server.once('listening', resolve).once('error', reject));
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** PostgreSQL refuses to run as root: root's drill runs everything as `nobody`. */
const NOBODY = 65_534;
const USER = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** Runs the programs of the drill in a folder of its own; at the end it ends what still runs and deletes the folder. */
export class NodeProcesses {
  private readonly children = new Map<string, ChildProcess>();

  private constructor(readonly folder: string) {}

  static async create(): Promise<NodeProcesses> {
    const folder = await mkdtemp(join(tmpdir(), 'brickmarket-drill-'));
    if (USER.uid !== undefined) await chown(folder, USER.uid, USER.gid);
    await chmod(folder, 0o700);
    return new NodeProcesses(folder);
  }

  /** Starts a program, in the network of that node where there is one; what it prints goes to a file of its name. */
  start(
    name: string,
    program: readonly [command: string, ...args: string[]],
    environment: NodeJS.ProcessEnv,
    network: DrillNetwork | null = null,
  ): void {
    const [command, ...args] = [...(network?.enter(name, NOBODY) ?? []), ...program] as [string, ...string[]];
    const child = spawn(command, args, {
      ...(network === null && USER),
      cwd: this.folder,
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', TZ: 'UTC', HOME: this.folder, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const log = this.logOf(name);
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => void appendFile(log, text));
    child.on('error', (error) => void appendFile(log, `${String(error)}\n`));
    this.children.set(name, child);
  }

  /** Runs a program to its end as the user of the others; throws with what it printed when it fails. */
  async run(command: string, args: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> {
    const env = { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', TZ: 'UTC', HOME: this.folder, ...environment };
    await promisify(execFile)(command, [...args], { ...USER, cwd: this.folder, env, maxBuffer: 10_000_000 });
  }

  /** A file in the folder that the programs can read, and nobody else. */
  async write(name: string, text: string): Promise<void> {
    const path = join(this.folder, name);
    await writeFile(path, text, { mode: 0o600 });
    if (USER.uid !== undefined) await chown(path, USER.uid, USER.gid);
  }

  logOf(name: string): string {
    return join(this.folder, `${name}.log`);
  }

  isRunning(name: string): boolean {
    const child = this.children.get(name);
    return child !== undefined && child.exitCode === null && child.signalCode === null;
  }

  /** Kills a node as a power cut would: Patroni, the server and all its processes, none of which can say goodbye. */
  async kill(name: string): Promise<void> {
    this.killNow(name);
    await exitOf(this.children.get(name)!, { withinMs: STOP_MS });
  }

  /** Stops a node in order: Patroni stops its server, which has archived all that it wrote. */
  async stop(name: string): Promise<void> {
    const child = this.children.get(name)!;
    child.kill('SIGTERM');
    await exitOf(child);
  }

  /** Ends everything and deletes the folder. */
  async remove(): Promise<void> {
    const names = [...this.children.keys()].filter((name) => this.isRunning(name));
    // Patroni stops its server, so it goes before the etcd that it asks.
    for (const group of [names.filter((name) => name.startsWith('node-')), names]) {
      await Promise.all(
        group.map(async (name) => {
          const child = this.children.get(name)!;
          child.kill('SIGTERM');
          await exitOf(child, { withinMs: STOP_MS }).catch(() => this.killNow(name));
        }),
      );
    }
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** For the last moment of this process, when nothing can be waited for. */
  removeNow(): void {
    for (const name of this.children.keys()) if (this.isRunning(name)) this.killNow(name);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  private killNow(name: string): void {
    const server = this.serverOf(name);
    const pids = [this.children.get(name)!.pid!, ...(server === null ? [] : [server, ...childrenOf(server)])];
    for (const pid of pids) killIfAlive(pid, 'SIGKILL');
  }

  /** The process of a node's PostgreSQL server, by the file that it keeps in its data folder. */
  private serverOf(name: string): number | null {
    try {
      return Number(readFileSync(join(this.folder, name, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
    } catch {
      return null;
    }
  }
}

function childrenOf(pid: number): readonly number[] {
  try {
    return execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
      .trim()
      .split(/\s+/)
      .map(Number);
  } catch {
    // ps fails when there is none.
    return [];
  }
}

function killIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}
