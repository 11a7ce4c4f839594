/** What a copy has records of. `history` has two for each set, of sealed and of used ones. */
export const MIRRORED_KINDS = ['sets', 'minifigs', 'history'] as const;
/** A kind of records. */
export type MirroredKind = (typeof MIRRORED_KINDS)[number];

/** A record as JSON, exactly as the service shows it, and the key that it is kept under. */
export type KeyedRecord = readonly [key: string, json: string];

/**
 * Where a copy is kept. Everything may be repeated: a mirror that was killed begins again at the state that was saved
 * last, and puts records that are there already. One mirror at a time may write to a store.
 */
export interface MirrorStore {
  /** The text that was saved last, or null. */
  readState(): Promise<string | null>;

  /** Once it is saved, all that was put before survives too. */
  saveState(state: string): Promise<void>;

  /** Replaces all records of a kind by these; when reading them fails, none. */
  replaceAll(kind: MirroredKind, records: AsyncIterable<KeyedRecord>): Promise<void>;

  /** Puts records as JSON under their keys; null removes one. */
  put(kind: MirroredKind, records: ReadonlyMap<string, string | null>): Promise<void>;
}

/** The key of a record: the number of a set or minifigure; of a history also its condition, `75192-1 used`. */
export function keyOf(kind: MirroredKind, record: object): string {
  const { set_number: set, minifig_number: minifig, condition } = record as Readonly<Record<string, string>>;
  if (kind === 'history') return `${set} ${condition}`;
  return (kind === 'sets' ? set : minifig)!;
}
