import { ComputationRunningError, type JobLock } from '@brickmarket/persistence-ports';

/** A recurring task. `run` resolves with what it did, in a line; null when there was nothing to do. */
export interface Job {
  readonly name: string;
  run(): Promise<string | null>;
}

/** What a job did, or why it failed. */
export interface JobOutcome {
  readonly job: string;
  readonly did: string;
  readonly isFailure: boolean;
}

/**
 * Runs the jobs once, in order, under a lock: of several processes one works at a time, the others do nothing, and when
 * it dies another takes over. A job that fails does not keep the others from running.
 */
export async function runJobs(
  lock: JobLock,
  jobs: readonly Job[],
  report: (outcome: JobOutcome) => void,
): Promise<void> {
  await lock.tryRun('all', async () => {
    for (const job of jobs) {
      try {
        const did = await job.run();
        if (did !== null) report({ job: job.name, did, isFailure: false });
      } catch (error) {
        // The same computation runs elsewhere, for instance by hand: that is no failure of this job.
        if (!(error instanceof ComputationRunningError))
          report({ job: job.name, did: (error as Error).message, isFailure: true });
      }
    }
  });
}
