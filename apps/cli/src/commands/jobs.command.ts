import { NotFoundError } from '@brickmarket/domain';
import { ImportJournal, JobQueue, type QueuedJob, StoreClock } from '@brickmarket/persistence-ports';
import type { Command } from 'commander';
import { oldSales } from '../output/old-sales.ts';
import { formatMoment, formatTable, print, wholeNumber } from '../output/print.ts';
import { withDatabase } from '../persistence.wiring.ts';

const present = (job: QueuedJob): object => ({
  id: job.id,
  task: job.task,
  state: job.state,
  attempts: job.attempts,
  max_attempts: job.maxAttempts,
  due_at: job.dueAt.toISOString(),
  started_at: job.startedAt?.toISOString() ?? null,
  host: job.holder?.host ?? null,
  pid: job.holder?.pid ?? null,
  last_beat_at: job.holder?.beatAt.toISOString() ?? null,
  last_error: job.lastError,
});

const holderOf = ({ holder, startedAt }: QueuedJob): string =>
  startedAt === null
    ? '-'
    : `${holder === null ? 'a worker' : `${holder.host} ${holder.pid}`}, ${formatMoment(startedAt)}`;

export function addJobsCommand(program: Command): void {
  const jobs = program.command('jobs').description('List, retry and cancel background jobs');

  jobs
    .command('list')
    .description('List jobs in due order. Finished jobs are not listed')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nStates: waiting, running, retrying (failed, and tried again), failed (not tried again).')
    .action(async (flags: { json?: boolean }) => {
      const { all, warning } = await withDatabase(async (stores) => {
        const importedAt = await stores.get(ImportJournal).lastNewsAt('sales');
        const now = await stores.get(StoreClock).now();
        return { all: await stores.get(JobQueue).list(), warning: oldSales(importedAt, now) };
      });
      const rows = all.map((job) => [
        job.id,
        job.task,
        job.state,
        `${job.attempts} of ${job.maxAttempts}`,
        formatMoment(job.dueAt),
        holderOf(job),
        job.lastError?.split('\n')[0] ?? '-',
      ]);
      const text =
        rows.length === 0
          ? 'no jobs'
          : formatTable(['id', 'task', 'state', 'attempts', 'due', 'running on, since', 'error'], rows);
      print(flags.json, all.map(present), warning === null ? text : `${text}\n${warning}`);
    });

  jobs
    .command('retry')
    .description('Retry failed jobs now. A running job is not changed')
    .argument(
      '[ids...]',
      'numbers of the jobs; without any, all failed jobs',
      (id: string, before: readonly number[]) => [...before, wholeNumber(id)],
      [],
    )
    .option('--json', 'print JSON')
    .action(async (ids: readonly number[], flags: { json?: boolean }) => {
      const retried = await withDatabase((stores) =>
        stores.get(JobQueue).retry(ids.length === 0 ? 'unsuccessful' : ids),
      );
      const missing = ids.filter((id) => !retried.includes(id));
      print(flags.json, { retried }, retried.length === 0 ? 'nothing to retry' : `due now: ${retried.join(', ')}`);
      if (missing.length > 0) throw new NotFoundError(`not waiting: ${missing.join(', ')} (see jobs list)`);
    });

  jobs
    .command('cancel')
    .description('Cancel a job. A worker that runs it is disconnected and stops')
    .argument('<id>', 'number of the job, from "jobs list"', wholeNumber)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nWhat the job has not committed is undone. "npm start" and container engines start the worker again; a job' +
        '\nthat has a schedule is due again with it, and when a worker starts.',
    )
    .action(async (id: number, flags: { json?: boolean }) => {
      const cancelled = await withDatabase((stores) => stores.get(JobQueue).cancel(id));
      if (cancelled === null) throw new NotFoundError(`job ${id} not found: see jobs list`);
      const { task, state, holder } = cancelled;
      const where = holder === null ? '' : ` on ${holder.host}, process ${holder.pid}, which ends`;
      print(
        flags.json,
        present(cancelled),
        state === 'running' ? `cancelled ${task}${where}` : `removed ${task}, which was ${state}`,
      );
    });
}
