import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { CoreShare } from './core-share.ts';

const run = promisify(execFile);

/** A line of its own that begins a step: no progress within one, and none of the last lines. */
const STEP = /^[A-Z][\w ]+$/gm;

/** What one run of the command line took. */
export interface MeasuredCommand {
  /** By its own clock, so the start of the process does not count. */
  readonly ms: number;
  readonly peakMb: number;
  /** Processor time of the command itself, without the database. */
  readonly processorUs: number;
  /** How long each step took that it told of, in milliseconds; the last one with the end of the process. */
  readonly steps: ReadonlyMap<string, number>;
}

/** Runs a command of `brickmarket` in a process of its own, as people run it; it must know `--json`. */
export function measureCommand(databaseUrl: string, ...args: string[]): Promise<MeasuredCommand> {
  return measureConfigured(databaseUrl, {}, args);
}

/** The same, with settings from the environment, and with a share of a core if one is given. */
export async function measureConfigured(
  databaseUrl: string,
  settings: NodeJS.ProcessEnv,
  args: readonly string[],
  share: CoreShare | null = null,
): Promise<MeasuredCommand> {
  const reporter = new URL('report-peak-memory.js', import.meta.url).href;
  const command = [process.execPath, '--import', reporter, 'apps/cli/dist/main.js', ...args, '--json'];
  const [file, ...rest] = share === null ? command : share.wrap(command);
  const running = run(file!, rest, {
    env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, ...settings },
    maxBuffer: 1 << 26,
  });
  const begun: { readonly step: string; readonly at: number }[] = [];
  running.child.stderr!.on('data', (chunk: string) => {
    for (const [line] of chunk.matchAll(STEP)) begun.push({ step: line, at: performance.now() });
  });
  const { stdout, stderr } = await running;
  const end = performance.now();
  const reported = (name: string): number => Number(new RegExp(`${name} (\\d+)`).exec(stderr)![1]);
  return {
    ms: (JSON.parse(stdout) as { duration_ms: number }).duration_ms,
    peakMb: Math.round(reported('peak-memory-kb') / 1024),
    processorUs: reported('processor-us'),
    steps: new Map(begun.map(({ step, at }, index) => [step, (begun[index + 1]?.at ?? end) - at])),
  };
}
