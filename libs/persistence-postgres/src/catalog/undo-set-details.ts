import type { UndoneRows } from '@brickmarket/persistence-ports';
import type { WriteSession } from '../bulk/write-session.ts';
import { DETAILS } from './merge-set-details.ts';

const CHANGED_BY = `
SELECT DISTINCT later.import_id AS id
FROM source.details_before b JOIN source.details_before later USING (set_id)
WHERE b.import_id = $1 AND later.import_id > b.import_id
  AND EXISTS (SELECT FROM jsonb_object_keys(b.after) k WHERE later.after ? k)
ORDER BY 1`;

const COUNT = 'SELECT count(*)::integer AS count FROM source.details_before WHERE import_id = $1';

/** Details unchanged by the import stay. */
const RESTORE = `
UPDATE catalog.lego_set s
SET (${DETAILS.join(', ')}) = (
  SELECT ${DETAILS.map((name) => `r.${name}`).join(', ')} FROM jsonb_populate_record(s, b.before) r
)
FROM source.details_before b WHERE b.import_id = $1 AND s.id = b.set_id
RETURNING s.id`;

export async function undoSetDetails(
  session: WriteSession,
  id: number,
  { isDryRun }: { readonly isDryRun: boolean },
): Promise<UndoneRows> {
  const changedBy = (await session.query<{ id: number }>(CHANGED_BY, [id])).map((row) => row.id);
  const [{ count: restored }] = (await session.query<{ count: number }>(COUNT, [id])) as [{ count: number }];
  if (!isDryRun && changedBy.length === 0 && restored > 0)
    await session.merge('catalog', async () => {
      const sets = await session.query<{ id: number }>(RESTORE, [id]);
      await session.query('DELETE FROM source.details_before WHERE import_id = $1', [id]);
      return { result: undefined, changed: { catalog: sets.map((set) => set.id) } };
    });
  return { removed: 0, restored, changedBy, publishedMonths: [] };
}
