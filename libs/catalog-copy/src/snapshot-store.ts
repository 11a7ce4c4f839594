import type { Readable } from 'node:stream';

/** `history` has two records per set, sealed and used. */
export const SNAPSHOT_KINDS = ['sets', 'minifigs', 'history'] as const;
export type SnapshotKind = (typeof SNAPSHOT_KINDS)[number];

export interface SnapshotFacts {
  readonly kind: SnapshotKind;
  /** `/catalog/changes` lists all later changes; the snapshot may contain some of them. */
  readonly cursor: string;
  readonly source: string;
  readonly createdAt: Date;
}

/** NDJSON, gzipped. */
export interface Snapshot extends SnapshotFacts {
  readonly name: string;
  readonly items: number;
  /** Compressed size. */
  readonly bytes: number;
  /** SHA-256 of the compressed bytes, in hexadecimal. */
  readonly sha256: string;
}

/** Newest set of all kinds with one cursor, also while new ones are written. */
export function newestOfOneState(snapshots: readonly Snapshot[]): readonly Snapshot[] {
  for (const { cursor } of snapshots) {
    const together = SNAPSHOT_KINDS.flatMap(
      (kind) => snapshots.find((one) => one.kind === kind && one.cursor === cursor) ?? [],
    );
    if (together.length === SNAPSHOT_KINDS.length) return together;
  }
  return [];
}

/** Newest snapshots of each kind, shared by all processes. */
export abstract class SnapshotStore {
  /** Appears when complete. Keeps the newest two per kind and the newest complete state. */
  abstract write(facts: SnapshotFacts, lines: AsyncIterable<string>): Promise<Snapshot>;

  abstract list(): Promise<readonly Snapshot[]>;

  /** Bytes `start` to `end`, inclusive; null: deleted. */
  abstract open(name: string, range: { readonly start: number; readonly end: number }): Promise<Readable | null>;
}
