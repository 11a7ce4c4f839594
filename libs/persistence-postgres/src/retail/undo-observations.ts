import type { PriceChangeFold, PriceFold, UndoneRows } from '@brickmarket/persistence-ports';
import type { WriteSession } from '../bulk/write-session.ts';
import { foldWhole, STAGED, WRITE_LISTINGS, writeChanges, writeStates } from './merge-observations.ts';
import type { Listing } from './observations.ts';

const SETS_PER_PIECE = 500;

const COUNT = 'SELECT count(*)::integer AS count FROM source.retail_observation WHERE import_id = ANY ($1)';
const TOUCHED_SETS = `
SELECT set_id AS "setId" FROM source.retail_observation WHERE import_id = ANY ($1)
UNION SELECT set_id FROM retail.product_code WHERE import_id = ANY ($1) OR seen_import_id = ANY ($1)
ORDER BY 1`;

const DELETE_OBSERVATIONS = 'DELETE FROM source.retail_observation WHERE import_id = ANY ($1) AND set_id = ANY ($2)';
const LISTED = `
SELECT set_id AS "setId", retailer FROM retail.price_state WHERE set_id = ANY ($1) ORDER BY set_id, retailer`;
const FORGET_STATES = `
DELETE FROM retail.price_state s USING unnest($1::integer[], $2::retail.retailer[]) AS g (set_id, retailer)
WHERE s.set_id = g.set_id AND s.retailer = g.retailer`;
const FORGET_CHANGES = `
DELETE FROM retail.price_change c USING unnest($1::integer[], $2::retail.retailer[]) AS g (set_id, retailer)
WHERE c.set_id = g.set_id AND c.retailer = g.retailer`;

/** Keeps codes seen by a later import. */
const FORGET_CODES = `
DELETE FROM retail.product_code WHERE set_id = ANY ($2) AND import_id = ANY ($1) AND seen_import_id = ANY ($1)`;
/** Observations do not store their codes: a code is at most as recent as its set. */
const REDATE_CODES = `
UPDATE retail.product_code c
SET seen_import_id = NULL, last_seen_at = least(c.last_seen_at, coalesce(seen.at, c.last_seen_at))
FROM (SELECT set_id, max(last_checked_at) AS at FROM retail.price_state WHERE set_id = ANY ($2) GROUP BY set_id) seen
WHERE c.set_id = seen.set_id AND c.seen_import_id = ANY ($1)`;
const FORGET_LISTINGS = `
DELETE FROM retail.listing l
WHERE l.set_id = ANY ($1) AND NOT EXISTS (SELECT FROM retail.price_state s WHERE s.set_id = l.set_id)`;

/** Deletes the observations and codes of the imports, and folds the rest again, without events. */
export async function undoObservations(
  session: WriteSession,
  ids: readonly number[],
  options: { readonly isDryRun: boolean; readonly fold: PriceFold; readonly changesOf: PriceChangeFold },
): Promise<UndoneRows> {
  const [{ count: removed }] = (await session.query<{ count: number }>(COUNT, [ids])) as [{ count: number }];
  const undone = { removed, restored: 0, changedBy: [], publishedMonths: [] };
  if (options.isDryRun) return undone;
  const sets = (await session.query<{ setId: number }>(TOUCHED_SETS, [ids])).map(({ setId }) => setId);
  await session.stage(...STAGED);
  for (let at = 0; at < sets.length; at += SETS_PER_PIECE) {
    const piece = sets.slice(at, at + SETS_PER_PIECE);
    await session.merge('retail', async () => {
      await undoPiece(session, ids, piece, options);
      return { result: undefined, changed: { retail: piece } };
    });
  }
  return undone;
}

async function undoPiece(
  session: WriteSession,
  ids: readonly number[],
  setIds: readonly number[],
  { fold, changesOf }: { readonly fold: PriceFold; readonly changesOf: PriceChangeFold },
): Promise<void> {
  await session.query(DELETE_OBSERVATIONS, [ids, setIds]);
  const listed = await session.query<Listing & { [name: string]: unknown }>(LISTED, [setIds]);
  const folded = await foldWhole(session, listed, { state: fold, changes: changesOf });
  const left = new Set(folded.map(({ setId, retailer }) => `${setId} ${retailer}`));
  const gone = listed.filter(({ setId, retailer }) => !left.has(`${setId} ${retailer}`));
  const keys = [gone.map(({ setId }) => setId), gone.map(({ retailer }) => retailer)];
  await session.query(FORGET_STATES, keys);
  await session.query(FORGET_CHANGES, keys);
  await writeStates(session, folded);
  await writeChanges(session, folded);
  await session.query(FORGET_CODES, [ids, setIds]);
  await session.query(REDATE_CODES, [ids, setIds]);
  await session.query(FORGET_LISTINGS, [setIds]);
  await session.query(WRITE_LISTINGS, [setIds]);
}
