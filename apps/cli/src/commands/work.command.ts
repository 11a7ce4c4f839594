import { stat } from 'node:fs/promises';
import type { EventKinds } from '@brickmarket/alerts';
import { InvalidInputError } from '@brickmarket/domain';
import { DEFAULT_GRACE_DAYS } from '@brickmarket/operations';
import { DatabaseHealth, type JobOutcome, JobQueue, JobWorker } from '@brickmarket/persistence-ports';
import type { Extensions } from '@brickmarket/service-runtime/extensions';
import type { Command } from 'commander';
import { cliConfig } from '../config.ts';
import { withFormerOption } from '../former-option.ts';
import { backgroundTasks } from '../jobs/tasks.ts';
import { whileSchemaCarriesUs } from '../jobs/while-schema-carries-us.ts';
import { withWorkerStores } from '../persistence.wiring.ts';
import { wholeNumber } from '../output/print.ts';

/** Less than the kill timeout of supervisors. */
const STOP_TIMEOUT_MS = 15_000;

interface WorkFlags {
  readonly concurrency: number;
  readonly importFolder?: string;
  readonly graceDays?: number;
  readonly once?: boolean;
  readonly json?: boolean;
}

export function addWorkCommand(program: Command, kinds: EventKinds, { all: extensions }: Extensions): void {
  withFormerOption(program.command('work'), 'drop', 'importFolder')
    .alias('run-jobs')
    .description('Run a background worker (imports, valuation, monthly history) until Ctrl-C')
    .option('--concurrency <n>', 'jobs to run at the same time', wholeNumber, 1)
    .option(
      '--import-folder <folder>',
      'import folder; files by name: catalog..., set-details..., minifig-numbers..., sales..., retail-prices... ' +
        '(default: BRICKMARKET_IMPORT_DIR)',
    )
    .option(
      '--grace-days <n>',
      'days after the end of a month to wait for late sales ' +
        `(default: BRICKMARKET_GRACE_DAYS, or ${DEFAULT_GRACE_DAYS})`,
      wholeNumber,
    )
    .option('--once', 'run every job once, due or not, then exit')
    .option('--json', 'log JSON on a terminal too')
    .addHelpText(
      'after',
      '\nAny number of workers may run, on any number of machines. One worker does each job. If it stops or hangs,' +
        '\nanother one takes over. All of them share the valuation of more than a million sales. Workers with an' +
        '\nimport folder must use the same one. WORK_METRICS_PORT serves metrics.' +
        '\nSee also: jobs list.',
    )
    .action(async (flags: WorkFlags) => {
      const config = cliConfig();
      if (flags.concurrency < 1) throw new InvalidInputError('--concurrency must be at least 1');
      const dropFolder = await existingFolder(flags.importFolder ?? config.importDir);
      const stopping = stopSignal();
      // Lazy: no other command needs a log.
      const { watchWorker } = await import('../jobs/watch-worker.ts');
      const watch = watchWorker(config, { asJson: flags.json === true, dropFolder });
      await withWorkerStores(flags.concurrency, extensions, async (stores, extensionTasks) => {
        const own = backgroundTasks(stores, {
          kinds,
          dropFolder,
          graceDays: flags.graceDays ?? config.graceDays,
          retailStaleDays: config.retailStaleDays,
          shardSales: config.shardSales,
          snapshotFolder: config.snapshotFolder,
          demo: config.isDemoWanted,
        });
        const tasks = [...own, ...extensionTasks];
        let hasFailed = false;
        const report = (outcome: JobOutcome): void => {
          hasFailed ||= outcome.isFailure;
          watch.report(outcome);
        };
        const options = {
          concurrency: flags.concurrency,
          checkMs: config.workerCheckMs,
          leaseMs: config.workerLeaseMs,
          report,
          onLeaseLost: () => watch.endAfterLostLease(),
        };
        const worker = stores.get(JobWorker);
        if (!flags.once) await watch.serveMetrics(stores);
        // Jobs that became due without a worker.
        await stores.get(JobQueue).enqueue(tasks.filter(({ schedule }) => schedule !== null).map(({ name }) => name));
        if (flags.once) {
          await worker.runOnce(tasks, options);
          if (hasFailed) throw new Error('a job failed');
          return;
        }
        const ending = await whileSchemaCarriesUs(stores.get(DatabaseHealth), stopping, (stop) =>
          worker.run(tasks, { ...options, stopping: stop, stopTimeoutMs: STOP_TIMEOUT_MS }),
        );
        // Other workers run these jobs now: this process must end.
        if (ending === 'gaveBack') process.exit(0);
      });
    });
}

async function existingFolder(folder: string | null): Promise<string | null> {
  if (folder === null || folder === '') return null;
  const isFolder = await stat(folder).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (!isFolder)
    throw new InvalidInputError(
      `${folder} is no folder: make it, or choose another with --import-folder or BRICKMARKET_IMPORT_DIR`,
    );
  return folder;
}

/** Aborted by a signal or the supervisor's death. A second signal exits immediately, as jobs are safe to interrupt. */
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
