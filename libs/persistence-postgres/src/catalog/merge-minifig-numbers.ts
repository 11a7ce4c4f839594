import type { MinifigNumbers } from '@brickmarket/domain';
import type { MergeCounts } from '@brickmarket/persistence-ports';
import type { WriteSession } from '../bulk/write-session.ts';
import type { GivenUpNumber } from '../changes/record-changes.ts';

const STAGED = 'staged_minifig_number (minifig_number text COLLATE "C", marketplace_number text COLLATE "C")';

/** Counts first numbers and changed ones; a pair may be staged twice. */
const COUNT = `
SELECT count(*) FILTER (WHERE m.marketplace_number IS NULL)::integer AS inserted,
       count(*) FILTER (WHERE m.marketplace_number <> n.marketplace_number)::integer AS changed
FROM (SELECT DISTINCT minifig_number, marketplace_number FROM staged_minifig_number) n
JOIN catalog.minifig m USING (minifig_number)`;

// Runs before assignment: the unique index is checked row by row, which prevents exchanges.
const RELEASE = `
UPDATE catalog.minifig m SET marketplace_number = NULL
FROM staged_minifig_number n
WHERE lower(n.marketplace_number) = lower(m.marketplace_number) AND n.minifig_number <> m.minifig_number`;

const GIVE = `
UPDATE catalog.minifig m SET marketplace_number = n.marketplace_number
FROM staged_minifig_number n
WHERE n.minifig_number = m.minifig_number AND m.marketplace_number IS DISTINCT FROM n.marketplace_number`;

/** Minifigures that may change, as shown before. Two joins, as one OR compares every pair. */
const SHOWN_BEFORE = `
CREATE TEMPORARY TABLE shown_before ON COMMIT DROP AS
SELECT m.id, coalesce(m.marketplace_number, m.minifig_number) AS number, m.marketplace_number
FROM catalog.minifig m
WHERE m.id IN (
  SELECT f.id FROM catalog.minifig f JOIN staged_minifig_number n USING (minifig_number)
  UNION
  SELECT f.id FROM catalog.minifig f
  JOIN staged_minifig_number n ON lower(n.marketplace_number) = lower(f.marketplace_number)
)`;

/** One row: changed minifigures with sets and old numbers. Another figure's catalog number wins. */
const RENUMBERED = `
WITH renumbered AS (
  SELECT b.id, b.number, m.minifig_number, m.marketplace_number FROM shown_before b JOIN catalog.minifig m USING (id)
  WHERE b.marketplace_number IS DISTINCT FROM m.marketplace_number
), touched AS (
  SELECT DISTINCT lower(n.number) AS number
  FROM renumbered r CROSS JOIN LATERAL unnest(ARRAY[r.number, r.minifig_number, r.marketplace_number]) AS n (number)
  WHERE n.number IS NOT NULL
)
SELECT ARRAY(
    SELECT id FROM renumbered
    UNION SELECT m.id FROM catalog.minifig m JOIN touched t ON t.number = lower(m.minifig_number)
    UNION SELECT m.id FROM catalog.minifig m JOIN touched t ON t.number = lower(m.marketplace_number)
    UNION SELECT l.set_id FROM catalog.set_minifig l JOIN renumbered r ON r.id = l.minifig_id
  ) AS "itemIds",
  coalesce(json_agg(json_build_object('kind', 'minifig', 'oldNumber', number, 'itemId', id)), '[]') AS numbers
FROM (
  SELECT DISTINCT ON (number) number, id FROM renumbered ORDER BY number, minifig_number = number DESC
) given_up`;

interface Renumbered {
  [name: string]: unknown;
  itemIds: readonly number[];
  numbers: readonly GivenUpNumber[];
}

/** One transaction; takes numbers from their current owners. */
export async function mergeMinifigNumbers(
  session: WriteSession,
  batches: AsyncIterable<readonly MinifigNumbers[]>,
): Promise<MergeCounts> {
  await session.stage(STAGED);
  const copy = session.copyInto('staged_minifig_number', ['minifig_number', 'marketplace_number']);
  for await (const batch of batches)
    await copy.write(batch.map(({ minifigNumber, marketplaceNumber }) => [minifigNumber, marketplaceNumber]));
  const staged = await copy.end();
  await session.analyzeStaged('staged_minifig_number');
  return session.merge('catalog', async () => {
    const [counts] = await session.query<{ inserted: number; changed: number }>(COUNT);
    const { inserted, changed } = counts!;
    const result = { inserted, changed, unchanged: staged - inserted - changed };
    if (inserted + changed === 0) return { result, changed: null };
    await session.query(SHOWN_BEFORE);
    await session.write(RELEASE);
    await session.write(GIVE);
    const [renumbered] = await session.query<Renumbered>(RENUMBERED);
    return { result, changed: { catalog: renumbered!.itemIds, numbers: renumbered!.numbers } };
  });
}
