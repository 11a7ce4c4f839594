import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What one run of the command line took. */
export interface MeasuredCommand {
  /** By its own clock, so the start of the process does not count. */
  readonly ms: number;
  readonly peakMb: number;
  /** Processor time of the command itself, without the database. */
  readonly processorUs: number;
}

/** Runs a command of `brickmarket` in a process of its own, as people run it; it must know `--json`. */
export async function measureCommand(databaseUrl: string, ...args: string[]): Promise<MeasuredCommand> {
  const reporter = new URL('report-peak-memory.js', import.meta.url).href;
  const command = ['--import', reporter, 'apps/cli/dist/bundle/main.js', ...args, '--json'];
  const { stdout, stderr } = await run(process.execPath, command, {
    env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl },
    maxBuffer: 1 << 26,
  });
  const reported = (name: string): number => Number(new RegExp(`${name} (\\d+)`).exec(stderr)![1]);
  return {
    ms: (JSON.parse(stdout) as { duration_ms: number }).duration_ms,
    peakMb: Math.round(reported('peak-memory-kb') / 1024),
    processorUs: reported('processor-us'),
  };
}
