import { BookRetention, ROW_STATES } from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';

/** An edit and its undo go together, as each refers to the other. */
const DELETE_EDITS = `
WITH RECURSIVE old AS (
  SELECT e.id, e.undoes FROM portfolio.edit e
  WHERE e.at < $1 AND NOT EXISTS (SELECT FROM portfolio.edit u WHERE u.undoes = e.id)
  UNION ALL
  SELECT e.id, e.undoes FROM old JOIN portfolio.edit e ON e.id = old.undoes
)
DELETE FROM portfolio.edit e USING old WHERE e.id = old.id`;

const DELETE_PREVIEWS = `
DELETE FROM portfolio.import_file
WHERE row_counts IS NULL AND created_at < $1 AND state NOT IN ('committed', 'undone')`;

/** Bounds the time for which a file is locked. */
const FILES_PER_STATEMENT = 20;

const SUMMARIZE_FILES = `
WITH old AS MATERIALIZED (
  SELECT account_id, id FROM portfolio.import_file
  WHERE row_counts IS NULL AND created_at < $1 AND coalesce(undone_at, committed_at) < $1
  LIMIT ${FILES_PER_STATEMENT} FOR UPDATE
), deleted AS (
  DELETE FROM portfolio.import_row r USING old WHERE r.account_id = old.account_id AND r.import_id = old.id
  RETURNING r.import_id, r.state, r.is_kept
), counted AS (
  SELECT import_id, ${ROW_STATES.map((state) => `count(*) FILTER (WHERE state = '${state}') AS "${state}"`).join(', ')},
         count(*) FILTER (WHERE is_kept) AS kept
  FROM deleted GROUP BY import_id
)
UPDATE portfolio.import_file f
SET row_counts = coalesce((SELECT to_jsonb(c) - 'import_id' FROM counted c WHERE c.import_id = f.id), '{}'),
    edit_id = NULL, result_ids = NULL, later_edit_ids = '{}'
FROM old WHERE f.account_id = old.account_id AND f.id = old.id`;

export class PostgresBookRetention extends BookRetention {
  constructor(private readonly database: Database) {
    super();
  }

  async deleteBefore(instant: Date): Promise<{ readonly edits: number; readonly imports: number }> {
    const run = async (sql: string): Promise<number> => (await this.database.pool.query(sql, [instant])).rowCount ?? 0;
    const edits = await run(DELETE_EDITS);
    let imports = await run(DELETE_PREVIEWS);
    for (let files = FILES_PER_STATEMENT; files === FILES_PER_STATEMENT; imports += files)
      files = await run(SUMMARIZE_FILES);
    return { edits, imports };
  }
}
