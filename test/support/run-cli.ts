import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client, Pool } from 'pg';
import { eventually, exitOf, inTime } from './eventually.ts';

/** The longest invent a market, which took more than 5 minutes on a busy machine. Less than a test may take. */
const TIMEOUT_MS = 540_000;

/** How a run of the command line ended. */
export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const PROGRAM = 'apps/cli/dist/bundle/main.js';

/** Starts the built `brickmarket`, of this release or another, with only the given environment variables. */
export function spawnCli(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  program: string = PROGRAM,
): ChildProcess {
  return spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs the command line to its end. */
export async function runCli(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  program: string = PROGRAM,
): Promise<CliResult> {
  const child = spawnCli(args, environment, program);
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const closed = once(child, 'close') as Promise<[number | null]>;
  const [code] = await inTime('its end', closed, { withinMs: TIMEOUT_MS }).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw new Error(`${args.join(' ')} did not end. It said: ${stdout}${stderr}`, { cause: error });
  });
  return { code, stdout, stderr };
}

/** Kills a run of the command line some time after it has printed a text to stderr, or anything when that is empty. */
export async function killCli(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  text: string,
  delayMs: number,
): Promise<void> {
  const child = spawnCli(args, environment);
  let printed = '';
  const hasPrinted = new Promise<void>((resolve) => {
    child.stderr!.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes(text)) resolve();
    });
    child.once('close', () => resolve());
  });
  try {
    await inTime(`brickmarket ${args.join(' ')} prints "${text}"`, hasPrinted);
    await pause(delayMs);
  } finally {
    child.kill('SIGKILL');
  }
  await exitOf(child);
}

/**
 * Waits until the server has noticed that the other clients of a database are gone: it does when it next reads or
 * writes.
 */
export async function untilAlone(db: Client | Pool): Promise<void> {
  await eventually('the connections of the killed process are gone', async () => {
    const others = await db.query(
      `SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
    );
    return others.rowCount === 0;
  });
}
