/** Keeps several processes from doing the same job at once. */
export abstract class JobLock {
  /** Does `work` unless another process is at the same job: null then. Whatever ends a process frees its jobs. */
  abstract tryRun<Result>(job: string, work: () => Promise<Result>): Promise<Result | null>;
}
