import type { Retailer } from '@brickmarket/domain';
import { binaryRows } from '../bulk/binary-copy.ts';
import type { WriteSession } from '../bulk/write-session.ts';
import {
  contentOf,
  OBSERVATION_COLUMNS,
  type ObservationRow,
  observationRow,
  hasSameContent,
  numberWithinInstant,
} from './staged-observations.ts';

/** Observations at one set at one retailer, in time order. */
export interface ObservationGroup {
  readonly setId: number;
  readonly retailer: Retailer;
  readonly observations: readonly ObservationRow[];
}

/**
 * Groups observations by set and retailer, in the order of the table's primary key: inserts then go to neighbouring
 * pages.
 */
export function groupsOf(observations: readonly ObservationRow[]): readonly ObservationGroup[] {
  const groups: { setId: number; retailer: Retailer; observations: ObservationRow[] }[] = [];
  for (const observation of observations.toSorted(byListingAndTime)) {
    const open = groups.at(-1);
    if (open?.setId === observation.setId && open.retailer === observation.retailer)
      open.observations.push(observation);
    else groups.push({ setId: observation.setId, retailer: observation.retailer, observations: [observation] });
  }
  return groups;
}

/**
 * Drops the observations that repeat another of the group or a stored one. Different observations of one instant are
 * numbered, since the number is part of the primary key.
 */
export function withoutRepeats(group: ObservationGroup, stored: readonly ObservationRow[]): ObservationGroup {
  const byInstant = new Map<number, ObservationRow[]>();
  for (const observation of stored) others(byInstant, observation).push(observation);
  const observations = group.observations.filter((observation) => {
    const before = others(byInstant, observation);
    if (before.some((other) => hasSameContent(observation, other))) return false;
    numberWithinInstant(observation, freeNumber(before));
    before.push(observation);
    return true;
  });
  return { ...group, observations };
}

/** The first number that no other observation of the instant has: some may have been taken back. */
function freeNumber(sameInstant: readonly ObservationRow[]): number {
  const taken = new Set(sameInstant.map(contentOf));
  let free = 0;
  while (taken.has(BigInt(free))) free++;
  return free;
}

function others(byInstant: Map<number, ObservationRow[]>, { observedAtMs }: ObservationRow): ObservationRow[] {
  const known = byInstant.get(observedAtMs);
  if (known) return known;
  const none: ObservationRow[] = [];
  byInstant.set(observedAtMs, none);
  return none;
}

function byListingAndTime(a: ObservationRow, b: ObservationRow): number {
  if (a.setId !== b.setId) return a.setId - b.setId;
  if (a.retailer !== b.retailer) return a.retailer < b.retailer ? -1 : 1;
  return a.observedAtMs - b.observedAtMs;
}

/** A set at a retailer, and the time range (both ends included) of the observations to read. */
export interface RequestedGroup {
  readonly setId: number;
  readonly retailer: Retailer;
  readonly from: string;
  readonly until: string;
}

export const REQUESTED_GROUP = `requested_group (
  position integer, set_id integer, retailer retail.retailer, first_at timestamptz, last_at timestamptz
)`;

const REQUEST_GROUPS = `
INSERT INTO requested_group
SELECT position, set_id, retailer, first_at, last_at
FROM unnest($1::integer[], $2::retail.retailer[], $3::timestamptz[], $4::timestamptz[])
WITH ORDINALITY AS requested (set_id, retailer, first_at, last_at, position)`;

// OFFSET 0 keeps the planner from joining the whole table: each group is one range scan of the primary key.
const READ = `
COPY (
  SELECT ${OBSERVATION_COLUMNS.map((name) => `o.${name}`).join(', ')}
  FROM (SELECT * FROM requested_group ORDER BY position) g
  CROSS JOIN LATERAL (
    SELECT * FROM source.retail_observation
    WHERE set_id = g.set_id AND retailer = g.retailer AND observed_at BETWEEN g.first_at AND g.last_at
    ORDER BY set_id, retailer, observed_at, content OFFSET 0
  ) o
) TO STDOUT (FORMAT binary)`;

/** Reads the stored observations of each group, one group after the other. A group without any is left out. */
export async function* readStoredObservations(
  session: WriteSession,
  groups: readonly RequestedGroup[],
): AsyncGenerator<readonly ObservationRow[]> {
  if (groups.length === 0) return;
  await session.query('TRUNCATE requested_group');
  await session.query(REQUEST_GROUPS, [
    groups.map(({ setId }) => setId),
    groups.map(({ retailer }) => retailer),
    groups.map(({ from }) => from),
    groups.map(({ until }) => until),
  ]);
  let open: ObservationRow[] = [];
  for await (const rows of binaryRows(session.copyOut(READ))) {
    for (const bytes of rows) {
      const observation = observationRow(bytes);
      if (open.length > 0 && (open[0]!.setId !== observation.setId || open[0]!.retailer !== observation.retailer)) {
        yield open;
        open = [];
      }
      open.push(observation);
    }
  }
  if (open.length > 0) yield open;
}
