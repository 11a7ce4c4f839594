import { BRICKLINK } from './bricklink/bricklink.source.ts';
import { BRICKSET } from './brickset/brickset.source.ts';
import { ECB } from './ecb/ecb.source.ts';
import { FEED } from './feed/feed.source.ts';
import { KEEPA } from './keepa/keepa.source.ts';
import { REBRICKABLE } from './rebrickable/rebrickable.source.ts';
import type { Source } from './shared/source.ts';

/** A new source adds its folder and a line here. */
export const SOURCES: readonly Source[] = [REBRICKABLE, BRICKSET, KEEPA, BRICKLINK, FEED, ECB];

export type { Desk, RankedItem, Source, SourceReply, SourceRows, SourceTable } from './shared/source.ts';
export { CallRefused, type FaultKind, masked, SourceFault } from './shared/source-fault.ts';
export { readSecretFile, SourceFolders } from './shared/secret-files.ts';
export {
  makeDesk,
  openDesk,
  planSource,
  runSource,
  type RunEnd,
  type SourceContext,
  type SourceRun,
  type SourceStores,
} from './shared/run-source.ts';
