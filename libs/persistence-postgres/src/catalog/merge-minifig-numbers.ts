import type { MinifigNumbers } from '@brickmarket/domain';
import type { MergeCounts } from '@brickmarket/persistence-ports';
import type { WriteSession } from '../bulk/write-session.ts';

const STAGED = 'staged_minifig_number (minifig_number text COLLATE "C", marketplace_number text COLLATE "C")';

/** How many minifigures get a number for the first time, and how many another one; a pair may be staged twice. */
const COUNT = `
SELECT count(*) FILTER (WHERE m.marketplace_number IS NULL)::integer AS inserted,
       count(*) FILTER (WHERE m.marketplace_number <> n.marketplace_number)::integer AS changed
FROM (SELECT DISTINCT minifig_number, marketplace_number FROM staged_minifig_number) n
JOIN catalog.minifig m USING (minifig_number)`;

// Runs before numbers are given: the unique index is checked row by row, so that two could not exchange theirs.
const RELEASE = `
UPDATE catalog.minifig m SET marketplace_number = NULL
FROM staged_minifig_number n
WHERE lower(n.marketplace_number) = lower(m.marketplace_number) AND n.minifig_number <> m.minifig_number`;

const GIVE = `
UPDATE catalog.minifig m SET marketplace_number = n.marketplace_number
FROM staged_minifig_number n
WHERE n.minifig_number = m.minifig_number AND m.marketplace_number IS DISTINCT FROM n.marketplace_number`;

/** Gives minifigures their marketplace numbers in one transaction; takes a number from a minifigure that has it. */
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
    const hasChanged = inserted + changed > 0;
    if (hasChanged) {
      await session.write(RELEASE);
      await session.write(GIVE);
    }
    return { result: { inserted, changed, unchanged: staged - inserted - changed }, hasChanged };
  });
}
