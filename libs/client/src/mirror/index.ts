export { FolderStore } from './folder-store.ts';
export { mirror, type MirrorOptions, type MirrorPlan, type MirrorProgress } from './mirror.ts';
export { keyOf, type KeyedRecord, MIRRORED_KINDS, type MirroredKind, type MirrorStore } from './store.ts';
