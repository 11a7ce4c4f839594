import { type Cursor, type CursorList, parseCursor } from '@brickmarket/catalog-copy';
import { CURSOR_DAYS, DATA_KINDS, type DataPoint } from '@brickmarket/persistence-ports';
import { badRequest } from '../../http/api-error.ts';

const START_AGAIN =
  'start again: take a snapshot of /catalog/bulk, or a cursor from /catalog/changes without after and read all records';

/** 400 with advice: malformed, other source or list, or too old. */
export function readCursor(text: string, source: string, list: CursorList, now: DataPoint): Cursor {
  const parsed = parseCursor(text);
  if (parsed === null)
    throw badRequest(`after is not a valid cursor: use the cursor of an earlier response, or ${START_AGAIN}`);
  const { since, within } = parsed.cursor;
  // A restored database is behind earlier cursors.
  if (parsed.source !== source || isAhead(since, now) || (within !== null && isAhead(within.until, now)))
    throw badRequest(
      'after is a cursor of another database, of this one before it was restored, or of a release or settings that ' +
        `showed records in another way: ${START_AGAIN}`,
    );
  if (within !== null && within.list !== list)
    throw badRequest(`after is a cursor of /catalog/${within.list}: send it there, or ${START_AGAIN}`);
  if (now.day - since.day > CURSOR_DAYS) throw badRequest(`after is older than ${CURSOR_DAYS} days: ${START_AGAIN}`);
  return { since, within: within?.afterKey === 0 ? null : within };
}

export function unknownChanges(): Error {
  return badRequest(`since this cursor data has changed in a way that was not recorded: ${START_AGAIN}`);
}

export function isSamePoint(a: DataPoint, b: DataPoint): boolean {
  return a.day === b.day && DATA_KINDS.every((kind) => a.versions[kind] === b.versions[kind]);
}

function isAhead(point: DataPoint, now: DataPoint): boolean {
  return point.day > now.day || DATA_KINDS.some((kind) => point.versions[kind] > now.versions[kind]);
}
