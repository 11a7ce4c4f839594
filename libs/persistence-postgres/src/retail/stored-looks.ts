import type { Retailer } from '@brickmarket/domain';
import { binaryRows } from '../import/binary-rows.ts';
import type { ImportSession } from '../import/import-session.ts';
import { LOOK_COLUMNS, type LookRow, lookRow } from './look-row.ts';

/** A set at a retailer, and between which moments (both included) its looks are wanted. */
export interface AskedGroup {
  readonly setId: number;
  readonly retailer: Retailer;
  readonly from: string;
  readonly until: string;
}

export const ASKED_GROUP =
  'asked_group (position integer, set_id integer, retailer retail.retailer, first_at timestamptz, last_at timestamptz)';

const ASK = `
INSERT INTO asked_group
SELECT position, set_id, retailer, first_at, last_at
FROM unnest($1::integer[], $2::retail.retailer[], $3::timestamptz[], $4::timestamptz[]) WITH ORDINALITY AS asked (set_id, retailer, first_at, last_at, position)`;

// OFFSET 0 keeps the planner from joining the whole table: each group is one stretch of the key.
const READ = `
COPY (
  SELECT ${LOOK_COLUMNS.map((name) => `o.${name}`).join(', ')}
  FROM (SELECT * FROM asked_group ORDER BY position) g
  CROSS JOIN LATERAL (
    SELECT * FROM source.retail_observation
    WHERE set_id = g.set_id AND retailer = g.retailer AND observed_at BETWEEN g.first_at AND g.last_at
    ORDER BY set_id, retailer, observed_at, content OFFSET 0
  ) o
) TO STDOUT (FORMAT binary)`;

/** The looks that are stored of each group that has any, one group after the other. */
export async function* readStoredLooks(
  session: ImportSession,
  groups: readonly AskedGroup[],
): AsyncGenerator<readonly LookRow[]> {
  if (groups.length === 0) return;
  await session.query('TRUNCATE asked_group');
  await session.query(ASK, [
    groups.map(({ setId }) => setId),
    groups.map(({ retailer }) => retailer),
    groups.map(({ from }) => from),
    groups.map(({ until }) => until),
  ]);
  let open: LookRow[] = [];
  for await (const rows of binaryRows(session.copyOut(READ))) {
    for (const bytes of rows) {
      const look = lookRow(bytes);
      if (open.length > 0 && (open[0]!.setId !== look.setId || open[0]!.retailer !== look.retailer)) {
        yield open;
        open = [];
      }
      open.push(look);
    }
  }
  if (open.length > 0) yield open;
}
