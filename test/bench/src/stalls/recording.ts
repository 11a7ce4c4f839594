/** Something that took from one moment to another, in milliseconds since the epoch. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly what: string;
}

/** What a service wrote down of itself while it was measured. */
export interface Recording {
  readonly requests: readonly Span[];
  readonly statements: readonly Span[];
  readonly collections: readonly Span[];
  /** When a timer that was due could not run. */
  readonly lateTicks: readonly Span[];
  readonly eventLoopDelayMs: { readonly p50: number; readonly p99: number; readonly max: number };
}

export const lengthOf = ({ start, end }: Span): number => end - start;

/** How long two spans lie beside each other. */
export const overlapOf = (a: Span, b: Span): number => Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start));
