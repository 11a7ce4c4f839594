/** Which demo market a store holds. */
export interface LoadedDemo {
  readonly seed: string;
  readonly asOf: Date;
  readonly sets: number;
  readonly minifigs: number;
  readonly years: number;
  /** Null while loading, and for ever when that was broken off. */
  readonly finishedAt: Date | null;
}

/** Remembers that what a store holds is a demo, so that nobody pours one over real data. */
export abstract class DemoRecord {
  /** Null when no demo was ever loaded. */
  abstract find(): Promise<LoadedDemo | null>;

  /** Notes that this demo is being loaded, in place of the one noted before. */
  abstract begin(demo: Omit<LoadedDemo, 'finishedAt'>): Promise<void>;

  /** Notes that all of it is there. */
  abstract finish(): Promise<void>;
}
