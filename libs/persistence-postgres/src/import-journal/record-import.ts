import type { ImportOrigin, MergeCounts } from '@brickmarket/persistence-ports';
import type { WriteSession } from '../bulk/write-session.ts';

/** Lock per import kind; see `WriteSession.run`. */
export const LOCK_OF_KIND = `CASE kind WHEN 'sales' THEN 'sales' WHEN 'retail prices' THEN 'retail' ELSE 'catalog' END`;

// The lock holder is alone, so unfinished imports were interrupted.
const END_INTERRUPTED = `
UPDATE ops.import_run SET finished_at = clock_timestamp(), fault = 'its process was stopped'
WHERE finished_at IS NULL AND ${LOCK_OF_KIND} = $1`;

const BEGIN = 'INSERT INTO ops.import_run (kind, files, is_demo) VALUES ($1, $2, $3) RETURNING id';

/** Until it is undone, the import of its day takes all sales or prices of a source. */
const JOIN = `
SELECT id FROM ops.import_run
WHERE kind = $1 AND kind IN ('sales', 'retail prices') AND source = $2
  AND source_day = (access.clock() AT TIME ZONE 'UTC')::date
  AND undone_at IS NULL AND fault IS NULL`;

const BEGIN_DAY = `
INSERT INTO ops.import_run (kind, files, source, source_day)
VALUES ($1, $2, $3, (access.clock() AT TIME ZONE 'UTC')::date) RETURNING id`;

const ADD = `
UPDATE ops.import_run
SET finished_at = clock_timestamp(), inserted = coalesce(inserted, 0) + $2, changed = coalesce(changed, 0) + $3,
  unchanged = coalesce(unchanged, 0) + $4, rejected = coalesce(rejected, 0) + $5
WHERE id = $1`;

const FINISH = `
UPDATE ops.import_run
SET finished_at = clock_timestamp(), inserted = $2, changed = $3, unchanged = $4, rejected = $5, checksum = $6
WHERE id = $1`;

/** A failed answer does not fail those before it. */
const FAIL = `
UPDATE ops.import_run SET finished_at = clock_timestamp(), fault = $2 WHERE id = $1 AND inserted IS NULL`;

/** Default import of rows in this transaction; null: none. */
export const SET_IMPORT = `SELECT set_config('brickmarket.import_id', coalesce($1::integer::text, ''), true)`;

interface Recorded {
  readonly kind: string;
  readonly subject: string;
  readonly origin: ImportOrigin | undefined;
}

/** `work` gets the import's number; null without an origin. */
export async function recordImport<Result>(
  session: WriteSession,
  { kind, subject, origin }: Recorded,
  work: (importId: number | null) => Promise<Result>,
  countsOf: (result: Result) => MergeCounts,
): Promise<Result> {
  if (origin === undefined) return work(null);
  await session.query(END_INTERRUPTED, [subject]);
  const id = await begin(session, kind, origin);
  try {
    const result = await work(id);
    const { inserted, changed, unchanged } = countsOf(result);
    const { rejected, checksum } = origin.facts();
    const counts = [id, inserted, changed, unchanged, rejected];
    if (origin.answers) await session.query(ADD, counts);
    else await session.query(FINISH, [...counts, checksum]);
    return result;
  } catch (error) {
    // Also fails on a broken connection; the next import then records the interruption.
    await session.query(FAIL, [id, (error as Error).message]).catch(() => undefined);
    throw error;
  }
}

async function begin(session: WriteSession, kind: string, { files, answers, isDemo }: ImportOrigin): Promise<number> {
  const [joined] = answers ? await session.query<{ id: number }>(JOIN, [kind, answers.source]) : [];
  if (joined) return joined.id;
  const [begun] = answers
    ? await session.query<{ id: number }>(BEGIN_DAY, [kind, files, answers.source])
    : await session.query<{ id: number }>(BEGIN, [kind, files, isDemo ?? false]);
  return begun!.id;
}
