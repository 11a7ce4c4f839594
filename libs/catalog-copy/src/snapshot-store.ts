import type { Readable } from 'node:stream';

/** What there are snapshots of. `history` has two records for each set, of sealed and of used ones. */
export const SNAPSHOT_KINDS = ['sets', 'minifigs', 'history'] as const;
/** What a snapshot is of. */
export type SnapshotKind = (typeof SNAPSHOT_KINDS)[number];

/** What is known of a snapshot before it is written. */
export interface SnapshotFacts {
  readonly kind: SnapshotKind;
  /** All changes after it are listed by `/catalog/changes`; some of them may be in the snapshot already. */
  readonly cursor: string;
  /** What its records come from, by `sourceOf`. */
  readonly source: string;
  readonly createdAt: Date;
}

/** A file of records, one JSON document in each line, compressed by gzip. */
export interface Snapshot extends SnapshotFacts {
  /** Its name in the store: another one for each snapshot. */
  readonly name: string;
  readonly items: number;
  /** As compressed. */
  readonly bytes: number;
  /** Of the compressed bytes, in hexadecimal digits. */
  readonly sha256: string;
}

/** The newest of which there is one of each kind with the same cursor: while new ones are made, those before. */
export function newestOfOneState(snapshots: readonly Snapshot[]): readonly Snapshot[] {
  for (const { cursor } of snapshots) {
    const together = SNAPSHOT_KINDS.flatMap(
      (kind) => snapshots.find((one) => one.kind === kind && one.cursor === cursor) ?? [],
    );
    if (together.length === SNAPSHOT_KINDS.length) return together;
  }
  return [];
}

/** Keeps the newest snapshots of each kind, where all processes of the service see them. */
export abstract class SnapshotStore {
  /**
   * Writes a snapshot and forgets all but the newest two of each kind and the newest of one state: when some kinds
   * were not written, because a process was killed, the two newest of each may have no state in common. Nobody sees it
   * before it is complete.
   */
  abstract write(facts: SnapshotFacts, lines: AsyncIterable<string>): Promise<Snapshot>;

  /** The newest first. */
  abstract list(): Promise<readonly Snapshot[]>;

  /** The bytes `start` to `end`, both included; null when the snapshot is not there any more. */
  abstract open(name: string, range: { readonly start: number; readonly end: number }): Promise<Readable | null>;
}
