import { ComputationRunningError, type JobLock } from '@brickmarket/persistence-ports';

/** Something to be done again and again. Answers what it did, in a line; null when there was nothing to do. */
export interface Job {
  readonly name: string;
  run(): Promise<string | null>;
}

/** What a job did, or why it could not. */
export interface JobOutcome {
  readonly job: string;
  readonly did: string;
  readonly isFailure: boolean;
}

/**
 * Goes through the jobs once, in order. When another process is at it, does nothing: of several processes one works at a
 * time, and when it dies the next takes over. A job that fails does not keep the others from running.
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
        // Somebody runs the same by hand: it is being done.
        if (!(error instanceof ComputationRunningError))
          report({ job: job.name, did: (error as Error).message, isFailure: true });
      }
    }
  });
}
