import { createHash } from 'node:crypto';
import { type EpochDay, RETAILERS } from '@brickmarket/domain';
import { CURSOR_DAYS, DATA_KINDS, type DataPoint, type DataVersions } from '@brickmarket/persistence-ports';
import type { ApiConfig } from '../../config/config.ts';
import { badRequest } from '../../http/api-error.ts';

/** The lists that have cursors. */
export type CursorList = 'changes' | 'migrations';

/** Where a client is: it knows all changes up to `since`. */
export interface Cursor {
  readonly since: DataPoint;
  /** In the middle of a list: the last key that was listed, or 0, and the point that is reached at its end. */
  readonly within: { readonly list: CursorList; readonly afterKey: number; readonly until: DataPoint } | null;
}

const START_AGAIN = 'start again: take a cursor from /catalog/changes without after, then read all records';

const POINT = '(\\d{1,15})\\.(\\d{1,15})\\.(\\d{1,15})\\.(\\d{1,6})';
const CURSOR = new RegExp(`^1:([0-9a-f]{10}):${POINT}(?::(changes|migrations)\\.(\\d{1,10})\\.${POINT})?$`);

/** To be raised when a release shows records in another way: all of them differ then, and no change was recorded. */
const RECORD_FORM = 1;

/**
 * What the answers come from: a timeline of a database, shown in one way. In another timeline, changes that a client
 * has seen may never have happened; other names of retailers make other records.
 */
export function sourceOf(
  origin: string,
  timeline: number,
  { retailStaleDays, retailerNames }: Pick<ApiConfig, 'retailStaleDays' | 'retailerNames'>,
): string {
  const names = RETAILERS.map((retailer) => retailerNames[retailer]);
  const shown = JSON.stringify([origin, timeline, RECORD_FORM, retailStaleDays, names]);
  return createHash('sha256').update(shown).digest('hex').slice(0, 10);
}

/** Opaque to clients: the database it is of, and the point in base64url. */
export function writeCursor(origin: string, { since, within }: Cursor): string {
  const middle = within === null ? '' : `:${within.list}.${within.afterKey}.${pointText(within.until)}`;
  return Buffer.from(`1:${origin}:${pointText(since)}${middle}`).toString('base64url');
}

/** Throws a 400 that says what to do for a cursor that is malformed, of another database or list, or too old. */
export function readCursor(text: string, origin: string, list: CursorList, now: DataPoint): Cursor {
  const decoded = Buffer.from(text, 'base64url');
  const match = decoded.toString('base64url') === text ? CURSOR.exec(decoded.toString('latin1')) : null;
  if (match === null)
    throw badRequest(`after is not a cursor: send one as this API has answered it, or ${START_AGAIN}`);
  const [, from, ...rest] = match;
  const since = pointOf(rest.slice(0, 4));
  const within =
    rest[4] === undefined
      ? null
      : { list: rest[4] as CursorList, afterKey: Number(rest[5]), until: pointOf(rest.slice(6, 10)) };
  // A database that was restored from a backup has seen less than the cursors that were given before.
  if (from !== origin || isAhead(since, now) || (within !== null && isAhead(within.until, now)))
    throw badRequest(
      'after is a cursor of another database, of this one before it was restored, or of a release or settings that ' +
        `showed records in another way: ${START_AGAIN}`,
    );
  if (within !== null && within.list !== list)
    throw badRequest(`after is a cursor of /catalog/${within.list}: send it there, or ${START_AGAIN}`);
  if (now.day - since.day > CURSOR_DAYS) throw badRequest(`after is older than ${CURSOR_DAYS} days: ${START_AGAIN}`);
  return { since, within: within?.afterKey === 0 ? null : within };
}

/** The changes since a cursor are not all recorded. */
export function unknownChanges(): Error {
  return badRequest(`since this cursor data has changed in a way that was not recorded: ${START_AGAIN}`);
}

export function isSamePoint(a: DataPoint, b: DataPoint): boolean {
  return a.day === b.day && DATA_KINDS.every((kind) => a.versions[kind] === b.versions[kind]);
}

function isAhead(point: DataPoint, now: DataPoint): boolean {
  return point.day > now.day || DATA_KINDS.some((kind) => point.versions[kind] > now.versions[kind]);
}

function pointText({ versions, day }: DataPoint): string {
  return [...DATA_KINDS.map((kind) => versions[kind]), day].join('.');
}

function pointOf(texts: readonly (string | undefined)[]): DataPoint {
  const numbers = texts.map(Number);
  const versions = Object.fromEntries(DATA_KINDS.map((kind, at) => [kind, numbers[at]])) as unknown as DataVersions;
  return { versions, day: numbers[DATA_KINDS.length] as EpochDay };
}
