/** `history` has two records per set, sealed and used. */
export const MIRRORED_KINDS = ['sets', 'minifigs', 'history'] as const;
export type MirroredKind = (typeof MIRRORED_KINDS)[number];

/** JSON exactly as served, with its key. */
export type KeyedRecord = readonly [key: string, json: string];

/** Storage of a copy. Calls may be repeated after a kill. One mirror at a time may write. */
export interface MirrorStore {
  /** The last saved text, or null. */
  readState(): Promise<string | null>;

  /** Makes earlier puts durable. */
  saveState(state: string): Promise<void>;

  /** Replaces all records of a kind; none if reading fails. */
  replaceAll(kind: MirroredKind, records: AsyncIterable<KeyedRecord>): Promise<void>;

  /** Stores JSON by key; null removes a record. */
  put(kind: MirroredKind, records: ReadonlyMap<string, string | null>): Promise<void>;
}

/** Number of a set or minifigure; for a history with its condition, `75192-1 used`. */
export function keyOf(kind: MirroredKind, record: object): string {
  const { set_number: set, minifig_number: minifig, condition } = record as Readonly<Record<string, string>>;
  if (kind === 'history') return `${set} ${condition}`;
  return (kind === 'sets' ? set : minifig)!;
}
