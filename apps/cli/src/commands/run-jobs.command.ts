import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { InvalidInputError } from '@brickmarket/domain';
import { DEFAULT_GRACE_DAYS, type JobOutcome, runJobs } from '@brickmarket/operations';
import { JobLock } from '@brickmarket/persistence-ports';
import type { Command } from 'commander';
import { cliConfig } from '../config.ts';
import { batchJobs } from '../jobs/batch-jobs.ts';
import { withDatabase } from '../persistence.wiring.ts';
import { wholeNumber } from '../output/print.ts';

const DEFAULT_SECONDS = 30;

interface RunJobsFlags {
  readonly drop?: string;
  readonly every: number;
  readonly graceDays?: number;
  readonly once?: boolean;
  readonly json?: boolean;
}

/** `run-jobs`. */
export function addRunJobsCommand(program: Command): void {
  program
    .command('run-jobs')
    .description('Import dropped files, value what changed, publish finished months: again and again until Ctrl-C')
    .option(
      '--drop <folder>',
      'import what is put here, by name: catalog..., set-details..., minifig-numbers..., sales..., retail-prices... ' +
        '(default: BRICKMARKET_DROP_DIR)',
    )
    .option(
      '--every <seconds>',
      `how long to rest between two rounds (default: ${DEFAULT_SECONDS})`,
      wholeNumber,
      DEFAULT_SECONDS,
    )
    .option(
      '--grace-days <n>',
      'days after the end of a month that late sales are waited for ' +
        `(default: BRICKMARKET_GRACE_DAYS, or ${DEFAULT_GRACE_DAYS})`,
      wholeNumber,
    )
    .option('--once', 'one round, then end')
    .option('--json', 'print JSON, a line for each job that did something')
    .addHelpText('after', '\nSeveral may run: one works at a time, and when it dies the next takes over.')
    .action(async (flags: RunJobsFlags) => {
      const config = cliConfig();
      const dropFolder = await existingFolder(flags.drop ?? config.dropDir);
      const stopping = stopSignal();
      await withDatabase(async (stores) => {
        const jobs = batchJobs(stores, {
          dropFolder,
          graceDays: flags.graceDays ?? config.graceDays,
          retailStaleDays: config.retailStaleDays,
          demo: config.isDemoWanted,
        });
        let hasFailed = false;
        do {
          await runJobs(stores.get(JobLock), jobs, (outcome) => {
            hasFailed ||= outcome.isFailure;
            say(outcome, flags.json);
          });
          if (!flags.once) await sleep(flags.every * 1_000, undefined, { signal: stopping }).catch(() => undefined);
        } while (!flags.once && !stopping.aborted);
        if (flags.once && hasFailed) throw new Error('a job failed');
      });
    });
}

function say({ job, did, isFailure }: JobOutcome, asJson: boolean | undefined): void {
  const out = isFailure ? process.stderr : process.stdout;
  out.write(
    asJson === true
      ? `${JSON.stringify({ job, did, failed: isFailure })}\n`
      : did
          .split('\n')
          .map((line) => `${job}: ${line}\n`)
          .join(''),
  );
}

async function existingFolder(folder: string | null): Promise<string | null> {
  if (folder === null || folder === '') return null;
  const isFolder = await stat(folder).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (!isFolder)
    throw new InvalidInputError(
      `${folder} is no folder: make it, or choose another with --drop or BRICKMARKET_DROP_DIR`,
    );
  return folder;
}

/**
 * Aborted on a signal to end, or when the supervisor dies. A second signal exits at once: jobs are safe to interrupt.
 */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  const stop = (): void => {
    if (stopping.signal.aborted) process.exit(1);
    stopping.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  process.once('disconnect', stop);
  // An open IPC channel would keep this process alive after the last job.
  process.channel?.unref();
  return stopping.signal;
}
