export { presentHistory, presentMinifig, presentSet, type ShownRecords } from './records.ts';
export { type Cursor, type CursorList, parseCursor, sourceOf, writeCursor } from './cursor.ts';
export { FolderSnapshots } from './folder-snapshots.ts';
export { makeSnapshots, type SnapshotSettings, type SnapshotSources } from './make-snapshots.ts';
export {
  newestOfOneState,
  type Snapshot,
  SNAPSHOT_KINDS,
  type SnapshotFacts,
  type SnapshotKind,
  SnapshotStore,
} from './snapshot-store.ts';
