import { createHash } from 'node:crypto';
import { type EpochDay, RETAILERS } from '@brickmarket/domain';
import { DATA_KINDS, type DataPoint, type DataVersions } from '@brickmarket/persistence-ports';
import { RECORD_FORM, type ShownRecords } from './records.ts';

export type CursorList = 'changes' | 'migrations';

/** A client that knows all changes up to `since`. */
export interface Cursor {
  readonly since: DataPoint;
  /** Position within a list: last listed key or 0, and the point at its end. */
  readonly within: { readonly list: CursorList; readonly afterKey: number; readonly until: DataPoint } | null;
}

const POINT = '(\\d{1,15})\\.(\\d{1,15})\\.(\\d{1,15})\\.(\\d{1,6})';
const CURSOR = new RegExp(`^1:([0-9a-f]{10}):${POINT}(?::(changes|migrations)\\.(\\d{1,10})\\.${POINT})?$`);

/** Origin of records: another timeline may lack changes, and other retailer names make other records. */
export function sourceOf(origin: string, timeline: number, { retailStaleDays, retailerNames }: ShownRecords): string {
  const names = RETAILERS.map((retailer) => retailerNames[retailer]);
  const shown = JSON.stringify([origin, timeline, RECORD_FORM, retailStaleDays, names]);
  return createHash('sha256').update(shown).digest('hex').slice(0, 10);
}

/** Opaque to clients: source and point in base64url. */
export function writeCursor(source: string, { since, within }: Cursor): string {
  const middle = within === null ? '' : `:${within.list}.${within.afterKey}.${pointText(within.until)}`;
  return Buffer.from(`1:${source}:${pointText(since)}${middle}`).toString('base64url');
}

export function parseCursor(text: string): { readonly source: string; readonly cursor: Cursor } | null {
  const decoded = Buffer.from(text, 'base64url');
  const match = decoded.toString('base64url') === text ? CURSOR.exec(decoded.toString('latin1')) : null;
  if (match === null) return null;
  const [, source, ...rest] = match;
  const within =
    rest[4] === undefined
      ? null
      : { list: rest[4] as CursorList, afterKey: Number(rest[5]), until: pointOf(rest.slice(6, 10)) };
  return { source: source!, cursor: { since: pointOf(rest.slice(0, 4)), within } };
}

function pointText({ versions, day }: DataPoint): string {
  return [...DATA_KINDS.map((kind) => versions[kind]), day].join('.');
}

function pointOf(texts: readonly (string | undefined)[]): DataPoint {
  const numbers = texts.map(Number);
  const versions = Object.fromEntries(DATA_KINDS.map((kind, at) => [kind, numbers[at]])) as unknown as DataVersions;
  return { versions, day: numbers[DATA_KINDS.length] as EpochDay };
}
