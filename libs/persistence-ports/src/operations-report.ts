import type { DataVersions } from './data-versions.ts';

/** When a kind of shared data last changed; null when it never has since this was first noted. */
export interface DataChange {
  readonly kind: keyof DataVersions;
  readonly changedAt: Date | null;
}

/** How a batch job has fared. */
export interface JobRecord {
  readonly job: string;
  readonly runs: number;
  readonly failures: number;
  readonly lastSucceededAt: Date | null;
}

/** What those who run the service want to know about its data and its jobs. */
export abstract class OperationsReport {
  abstract listDataChanges(): Promise<readonly DataChange[]>;

  /** In order of their names. */
  abstract listJobs(): Promise<readonly JobRecord[]>;
}
