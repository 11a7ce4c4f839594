import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What one run of the command line took. */
export interface MeasuredCommand {
  /** By its own clock, so the start of the process does not count. */
  readonly ms: number;
  /** From the start of the process to its end. */
  readonly elapsedMs: number;
  readonly peakMb: number;
  /** Processor time of the command itself, without the database. */
  readonly processorUs: number;
}

/** Runs a command of `brickmarket` in a process of its own, as people run it; it must know `--json`. */
export function measureCommand(databaseUrl: string, ...args: string[]): Promise<MeasuredCommand> {
  return measureCommandOf('.', databaseUrl, ...args);
}

/** Runs a command of the build in a folder. */
export async function measureCommandOf(
  folder: string,
  databaseUrl: string,
  ...args: string[]
): Promise<MeasuredCommand> {
  const { stdout, ...measured } = await measureRun(folder, databaseUrl, ...args, '--json');
  return { ...measured, ms: (JSON.parse(stdout) as { duration_ms: number }).duration_ms };
}

/** One run of a command that prints what it likes. */
export async function measureRun(
  folder: string,
  databaseUrl: string,
  ...args: string[]
): Promise<Omit<MeasuredCommand, 'ms'> & { readonly stdout: string }> {
  const reporter = new URL('report-peak-memory.js', import.meta.url).href;
  const begun = performance.now();
  const { stdout, stderr } = await run(process.execPath, ['--import', reporter, programOf(folder), ...args], {
    env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl },
    maxBuffer: 1 << 26,
  });
  const elapsedMs = performance.now() - begun;
  const reported = (name: string): number => Number(new RegExp(`${name} (\\d+)`).exec(stderr)![1]);
  return {
    stdout,
    elapsedMs,
    peakMb: Math.round(reported('peak-memory-kb') / 1024),
    processorUs: reported('processor-us'),
  };
}

/** The command line of the build in a folder. Early ones are no bundle. */
export function programOf(folder: string): string {
  const [bundle, modules] = ['bundle/main.js', 'main.js'].map((file) => resolve(folder, 'apps/cli/dist', file));
  if (existsSync(bundle!)) return bundle!;
  if (existsSync(modules!)) return modules!;
  throw new Error(`${folder} holds no build of brickmarket: run "npm run build" there`);
}
