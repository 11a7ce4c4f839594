import { MS_PER_DAY } from '@brickmarket/domain';

const MINUTE_MS = 60_000;

interface Consequence {
  /** Until the operator acts. */
  readonly stops?: true;
  /** No call of the source until then. */
  readonly blocksMs?: number;
  /** Concerns one item only, which is asked for again after this time. */
  readonly itemMs?: number;
}

/** What a fault does to its source or item. */
export const CONSEQUENCES = {
  'key-refused': { stops: true },
  'address-refused': { stops: true },
  'clock-wrong': { stops: true },
  forbidden: { stops: true },
  secrets: { stops: true },
  throttled: { blocksMs: 15 * MINUTE_MS },
  unreachable: { blocksMs: 15 * MINUTE_MS },
  nonsense: { blocksMs: 15 * MINUTE_MS },
  redirected: { blocksMs: 60 * MINUTE_MS },
  'too-large': { blocksMs: 60 * MINUTE_MS },
  /** The source counts more calls than the budget does. */
  exhausted: { blocksMs: 360 * MINUTE_MS },
  incomplete: { blocksMs: 360 * MINUTE_MS },
  busy: { blocksMs: MINUTE_MS },
  'unknown-item': { itemMs: 90 * MS_PER_DAY },
  rejected: { itemMs: 7 * MS_PER_DAY },
} as const satisfies Record<string, Consequence>;

export type FaultKind = keyof typeof CONSEQUENCES;

/** A failed call, with a sentence for the operator. */
export class SourceFault extends Error {
  constructor(
    readonly kind: FaultKind,
    sentence: string,
    /** What the source said of the time of the next try. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(sentence);
    this.name = 'SourceFault';
  }
}

/** No call was made: the day's budget is gone, or the source is blocked, paused, stopped or removed. */
export class CallRefused extends Error {
  constructor(readonly because: 'budget' | 'blocked' | 'paused' | 'stopped' | 'removed') {
    super(because);
    this.name = 'CallRefused';
  }
}

/** An address holds its key as a part of its path or query. */
function partsOf(secret: string): readonly string[] {
  return [secret, ...(URL.canParse(secret) ? secret.split(/[/?&=]/).filter((part) => part.length >= LONG) : [])];
}

const SHOWN = 4;
const LONG = 16;

/** Replaces secrets, plain or encoded, by their last characters. Short ones disappear. */
export function masked(text: string, secrets: Iterable<string>): string {
  let safe = text;
  for (const secret of [...secrets].flatMap(partsOf)) {
    const shown = secret.length >= LONG ? `…${secret.slice(-SHOWN)}` : '…';
    for (const written of new Set([secret, encodeURIComponent(secret)]))
      if (written !== '') safe = safe.replaceAll(written, shown);
  }
  return safe;
}
