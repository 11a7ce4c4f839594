import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const PATIENCE_MS = 120_000;

/** How a run of the command line ended. */
export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the built `brickmarket`, ours or that in another folder, as a process of its own, with none of our own settings but those given. */
export function spawnCli(args: readonly string[], environment: NodeJS.ProcessEnv, cwd = '.'): ChildProcess {
  return spawn(process.execPath, ['apps/cli/dist/main.js', ...args], {
    cwd,
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs it to its end. */
export async function runCli(args: readonly string[], environment: NodeJS.ProcessEnv, cwd = '.'): Promise<CliResult> {
  const child = spawnCli(args, environment, cwd);
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const hangs = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(hangs);
  return { code, stdout, stderr };
}
