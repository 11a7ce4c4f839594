import type { StagedFile, StagedOutcome, StagedRow } from '@brickmarket/persistence-ports';
import { rowsOfColumns, wholeColumns } from '../database/whole-columns.ts';
import type { BookStatement } from '../portfolio/book-transaction.ts';
import { recordJson, rowOf, type RowWithJson } from './record-json.ts';

// New rows have no statistics: a nested loop would take minutes.
const JOIN_AS_HASH = `SELECT set_config('enable_nestloop', $1, true)`;

// Locked: rows must not be replaced during the commit.
const FIND_FILE = `
SELECT id, file_name AS "fileName", state, kind, preview, edit_id AS "editId" FROM portfolio.import_file
WHERE account_id = $1 AND id = $2 FOR UPDATE`;

const LIST_ROWS = wholeColumns(
  `
SELECT r.position, r.line, r.record, r.reason, r.action, r.state, r.fault, r.before AS stored, s.id AS "setId"
FROM portfolio.import_row r LEFT JOIN catalog.lego_set s ON s.set_number = r.record->>'set_number'
WHERE r.account_id = $1 AND r.import_id = $2 ORDER BY r.position`,
  ['position', 'line', 'record', 'reason', 'action', 'state', 'fault', 'stored', 'setId'],
);

export async function readStagedFile(own: BookStatement, accountId: number, id: number): Promise<StagedFile | null> {
  const [file] = (await own<Omit<StagedFile, 'rows'>>('staged_file', FIND_FILE, [accountId, id])).rows;
  if (file === undefined) return null;
  const { rows } = await withoutLoops(own, () =>
    own<Record<string, unknown[]>>('staged_rows', LIST_ROWS, [accountId, id]),
  );
  // Unrecognized files have nothing to compare.
  const { kind } = file;
  return {
    ...file,
    rows: kind === null ? [] : rowsOfColumns<RowWithJson<StagedRow>>(rows).map((row) => rowOf(kind, row)),
  };
}

async function withoutLoops<Result>(own: BookStatement, work: () => Promise<Result>): Promise<Result> {
  await own('nested_loops', JOIN_AS_HASH, ['off']);
  const result = await work();
  await own('nested_loops', JOIN_AS_HASH, ['on']);
  return result;
}

const WRITE_ROWS = `
UPDATE portfolio.import_row r SET state = c.state, fault = c.fault, before = c.stored
FROM jsonb_to_recordset($3::jsonb) AS c (position integer, state text, fault text, stored jsonb)
WHERE r.account_id = $1 AND r.import_id = $2 AND r.position = c.position`;

const WRITE_FILE = `
UPDATE portfolio.import_file SET state = $3, preview = $4, progress = 1, edit_id = coalesce(edit_id, $5),
  later_edit_ids = CASE WHEN edit_id <> $5 THEN later_edit_ids || $5::integer ELSE later_edit_ids END,
  result_ids = CASE WHEN $6::integer[] IS NULL THEN result_ids ELSE (
    SELECT array_agg(coalesce(later, before) ORDER BY place)
    FROM ROWS FROM (unnest(result_ids), unnest($6)) WITH ORDINALITY AS result (before, later, place)) END,
  committed_at = CASE WHEN $3 = 'committed' THEN coalesce(committed_at, clock_timestamp()) ELSE committed_at END
WHERE account_id = $1 AND id = $2`;

export async function writeStagedOutcome(
  own: BookStatement,
  accountId: number,
  { id }: StagedFile,
  outcome: StagedOutcome & { readonly editId: number | null; readonly numberOf: (id: number) => number },
): Promise<void> {
  if (outcome.rows.length > 0) {
    const rows = outcome.rows.map(({ stored, ...row }) => ({ ...row, stored: stored && recordJson(stored) }));
    await withoutLoops(own, () => own('write_staged_rows', WRITE_ROWS, [accountId, id, JSON.stringify(rows)]));
  }
  const { state, preview, editId, taken } = outcome;
  const resultIds = taken === undefined ? null : byPosition(taken, outcome.numberOf);
  await own('write_staged_file', WRITE_FILE, [accountId, id, state, preview, editId, resultIds]);
}

function byPosition(
  taken: NonNullable<StagedOutcome['taken']>,
  numberOf: (id: number) => number,
): readonly (number | null)[] {
  const last = taken.reduce((most, { position }) => Math.max(most, position), 0);
  const results = Array.from<number | null>({ length: last }).fill(null);
  for (const { position, resultId } of taken) results[position - 1] = numberOf(resultId);
  return results;
}

const UNDO_FILE = `
UPDATE portfolio.import_file SET state = 'undone', undone_at = clock_timestamp()
WHERE account_id = $1 AND edit_id = $2 AND state = 'committed' RETURNING id`;

const KEEP_ROWS = `
UPDATE portfolio.import_row r SET is_kept = true
FROM portfolio.import_file f CROSS JOIN LATERAL unnest(f.result_ids) WITH ORDINALITY AS taken (id, position)
WHERE f.account_id = $1 AND f.id = $2 AND taken.id = ANY($3)
  AND r.account_id = $1 AND r.import_id = $2 AND r.position = taken.position`;

/** Marks the import of an undone edit, except for kept rows. */
export async function markUndone(
  own: BookStatement,
  accountId: number,
  editId: number,
  kept: readonly number[],
): Promise<void> {
  const [file] = (await own<{ id: number }>('undo_staged_file', UNDO_FILE, [accountId, editId])).rows;
  if (file !== undefined && kept.length > 0) await own('keep_staged_rows', KEEP_ROWS, [accountId, file.id, kept]);
}
