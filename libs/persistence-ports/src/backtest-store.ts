/** A report as it was kept. */
export interface KeptBacktest {
  readonly ranAt: Date;
  readonly report: unknown;
}

/** Where reports on how good the values are, are kept. */
export abstract class BacktestStore {
  abstract keep(report: unknown, ranAt: Date): Promise<void>;

  /** Null before the first. */
  abstract findLatest(): Promise<KeptBacktest | null>;
}
