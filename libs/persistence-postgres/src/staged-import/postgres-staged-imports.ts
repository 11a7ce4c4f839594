import type { RecordOfFile } from '@brickmarket/domain';
import {
  type CopiesBefore,
  type CopiesBeforeSummary,
  type ImportKind,
  type ImportQuestion,
  type PreviewRow,
  ROW_STATES,
  type RowAction,
  type ReadRow,
  type RowState,
  type StagedImport,
  StagedImports,
} from '@brickmarket/persistence-ports';
import { type Database, readSnapshotAsAccount } from '../database/database.ts';
import { arrayText } from '../database/array-text.ts';
import { type BookStatement, writeAsAccount } from '../portfolio/book-transaction.ts';
import { recordJson, rowOf, type RowWithJson } from './record-json.ts';

/** Readers send several heartbeats within this time. */
const ABANDONED_SECONDS = 60;
const UNCOMMITTED_KEPT = 3;
const ALL_KEPT = 20;
const HEADERS_KEPT = 50;

const FORGET_OLD = `
DELETE FROM portfolio.import_file WHERE account_id = $1 AND id IN (
  SELECT id FROM (
    SELECT id, state, row_number() OVER (ORDER BY id DESC) AS place,
           row_number() OVER (PARTITION BY state IN ('committed', 'undone') ORDER BY id DESC) AS place_of_state
    FROM portfolio.import_file WHERE account_id = $1
  ) files
  WHERE place >= ${ALL_KEPT} OR (state NOT IN ('committed', 'undone') AND place_of_state >= ${UNCOMMITTED_KEPT})
)`;

// An array per column costs half of JSON rows.
const ADD_ROWS = `
INSERT INTO portfolio.import_row (account_id, import_id, position, line, text, record, reason, nearest)
SELECT $1, $2, last.position + n, r.line, r.text, nullif(r.record, 'null'), r.reason, r.nearest::text[]
FROM (SELECT coalesce(max(position), 0) AS position FROM portfolio.import_row WHERE account_id = $1 AND import_id = $2)
  last,
  ROWS FROM (unnest($3::integer[], $4::text[], $5::text[], $6::text[]), jsonb_array_elements($7))
  WITH ORDINALITY AS r (line, text, reason, nearest, record, n)`;

/** After the commit, only rows that were rejected. */
const CHANGEABLE = `(f.state = 'ready' OR (f.state = 'committed' AND r.state = 'rejected'))`;

const BEING_READ = `WHERE account_id = $1 AND id = $2 AND state = 'reading'`;

const countOf = (state: string): string =>
  `coalesce((f.row_counts->>'${state}')::integer, counted."${state}") AS "${state}"`;

const FILES = `
SELECT f.id, f.file_name AS "fileName", f.state, f.kind, f.source, f.fault, f.progress, f.created_at AS "createdAt",
       f.state = 'reading' AND f.seen_at < clock_timestamp() - interval '${ABANDONED_SECONDS} seconds' AS "isAbandoned",
       f.committed_at AS "committedAt", f.undone_at AS "undoneAt", f.edit_id AS "editId", f.preview,
       f.question, f.columns_found AS "columnsFound", f.column_samples AS "columnSamples",
       f.later_edit_ids AS "laterEditIds", f.brickfolio, f.row_counts IS NULL AS "hasRows",
       ${[...ROW_STATES, 'kept'].map(countOf).join(', ')}
FROM portfolio.import_file f
CROSS JOIN LATERAL (
  SELECT ${ROW_STATES.map((state) => `count(*) FILTER (WHERE r.state = '${state}')::integer AS "${state}"`).join(', ')},
         count(*) FILTER (WHERE r.is_kept)::integer AS kept
  FROM portfolio.import_row r WHERE r.account_id = $1 AND r.import_id = f.id
) counted
WHERE f.account_id = $1`;

const PREVIEW = `
SELECT r.position, r.line, r.text, r.record, coalesce(r.reason, r.fault) AS reason, r.nearest, r.action,
       r.is_corrected AS "isCorrected", r.state, r.before AS stored, r.is_kept AS "isKept", f.kind
FROM portfolio.import_row r
JOIN portfolio.import_file f ON f.account_id = r.account_id AND f.id = r.import_id
WHERE r.account_id = $1 AND r.import_id = $2`;

const COPIES_BEFORE = `
WITH held AS MATERIALIZED (
  SELECT r.position, h.id, h.quantity
  FROM portfolio.import_row r
  JOIN portfolio.holding h
    ON h.account_id = $1 AND h.set_number = r.record->>'set_number' AND h.condition = r.record->>'condition'
  WHERE r.account_id = $1 AND r.import_id = $2 AND r.state = 'new' AND ($3::integer[] IS NULL OR r.position = ANY($3))
), brought AS (
  SELECT taken.id, min(f.file_name) AS file_name
  FROM portfolio.import_file f
  CROSS JOIN LATERAL unnest(f.result_ids) WITH ORDINALITY AS taken (id, position)
  JOIN portfolio.import_row o ON o.account_id = $1 AND o.import_id = f.id AND o.position = taken.position
  WHERE f.account_id = $1 AND f.id <> $2 AND f.state = 'committed' AND f.kind = 'collection' AND o.state = 'new'
    AND taken.id IN (SELECT id FROM held)
  GROUP BY taken.id
), before AS (
  SELECT held.position, held.quantity, brought.file_name FROM held LEFT JOIN brought ON brought.id = held.id
)`;

const FILE_NAMES = `array_remove(array_agg(DISTINCT file_name ORDER BY file_name), NULL) AS "fileNames"`;

const REMEMBER_COLUMNS = `
INSERT INTO portfolio.import_columns (account_id, header, columns) VALUES ($1, $2, $3)
ON CONFLICT (account_id, header) DO UPDATE SET columns = excluded.columns, named_at = clock_timestamp()`;

const FORGET_HEADERS = `
DELETE FROM portfolio.import_columns WHERE account_id = $1 AND header IN (
  SELECT header FROM portfolio.import_columns WHERE account_id = $1 ORDER BY named_at DESC OFFSET ${HEADERS_KEPT}
)`;

type FileRow = Omit<StagedImport, 'rows'> & Readonly<Record<RowState, number>>;

type PreviewColumns = RowWithJson<PreviewRow> & { readonly kind: ImportKind };

/** Plain SQL for tens of thousands of rows. Unprepared writes, as plans depend on file size. */
export class PostgresStagedImports extends StagedImports {
  constructor(private readonly database: Database) {
    super();
  }

  begin(accountId: number, fileName: string, brickfolio: string | null = null): Promise<number> {
    return this.#write(accountId, async (own) => {
      await own(null, FORGET_OLD, [accountId]);
      const { rows } = await own<{ id: number }>(
        null,
        'INSERT INTO portfolio.import_file (account_id, file_name, brickfolio) VALUES ($1, $2, $3) RETURNING id',
        [accountId, fileName, brickfolio],
      );
      return rows[0]!.id;
    });
  }

  add(accountId: number, id: number, rows: readonly ReadRow[], progress: number): Promise<void> {
    return this.#write(accountId, async (own) => {
      await own(null, ADD_ROWS, [
        accountId,
        id,
        arrayText(rows.map(({ line }) => line)),
        arrayText(rows.map(({ text }) => text)),
        arrayText(rows.map(({ reason }) => reason)),
        arrayText(rows.map(({ nearest }) => arrayText(nearest))),
        JSON.stringify(rows.map(({ record }) => record && recordJson(record))),
      ]);
      await own(
        null,
        `UPDATE portfolio.import_file SET progress = $3, seen_at = clock_timestamp()
         WHERE account_id = $1 AND id = $2`,
        [accountId, id, progress],
      );
    });
  }

  async keep(accountId: number, id: number): Promise<void> {
    const keep = `UPDATE portfolio.import_file SET seen_at = clock_timestamp() ${BEING_READ}`;
    await this.#write(accountId, (own) => own(null, keep, [accountId, id]));
  }

  async recognize(accountId: number, id: number, found: { kind: ImportKind; source: string }): Promise<void> {
    const recognize = `UPDATE portfolio.import_file SET kind = $3, source = $4 ${BEING_READ}`;
    await this.#write(accountId, (own) => own(null, recognize, [accountId, id, found.kind, found.source]));
  }

  fail(accountId: number, id: number, fault: string, question: ImportQuestion | null = null): Promise<void> {
    const { found, samples } = question?.about === 'columns' ? question : { found: [], samples: [] };
    return this.#write(accountId, async (own) => {
      await own(null, 'DELETE FROM portfolio.import_row WHERE account_id = $1 AND import_id = $2', [accountId, id]);
      await own(
        null,
        `UPDATE portfolio.import_file
         SET state = 'failed', fault = $3, question = $4, columns_found = $5, column_samples = $6 ${BEING_READ}`,
        [accountId, id, fault, question?.about ?? null, found, JSON.stringify(samples)],
      );
    });
  }

  async findColumns(accountId: number, header: string): Promise<Readonly<Record<string, string>> | null> {
    const find = 'SELECT columns FROM portfolio.import_columns WHERE account_id = $1 AND header = $2';
    const rows = await this.#read<{ columns: Record<string, string> }>(accountId, 'import_columns', find, [header]);
    return rows[0]?.columns ?? null;
  }

  rememberColumns(accountId: number, header: string, columns: Readonly<Record<string, string>>): Promise<void> {
    return this.#write(accountId, async (own) => {
      await own(null, REMEMBER_COLUMNS, [accountId, header, JSON.stringify(columns)]);
      await own(null, FORGET_HEADERS, [accountId]);
    });
  }

  listCopiesBefore(accountId: number, id: number, positions: readonly number[]): Promise<readonly CopiesBefore[]> {
    return this.#read<CopiesBefore>(
      accountId,
      'copies_before',
      `${COPIES_BEFORE}
       SELECT position, sum(quantity)::integer AS copies, ${FILE_NAMES} FROM before GROUP BY position`,
      [id, positions],
    );
  }

  async summarizeCopiesBefore(accountId: number, id: number): Promise<CopiesBeforeSummary> {
    const [summary] = await this.#read<CopiesBeforeSummary>(
      accountId,
      'all_copies_before',
      `${COPIES_BEFORE}
       SELECT count(DISTINCT position)::integer AS rows, ${FILE_NAMES} FROM before HAVING count(*) > 0`,
      [id, null],
    );
    return summary ?? { rows: 0, fileNames: [] };
  }

  async find(accountId: number, id: number): Promise<StagedImport | null> {
    const [row] = await this.#read<FileRow>(accountId, 'import_file', `${FILES} AND f.id = $2`, [id]);
    return row === undefined ? null : stagedImport(row);
  }

  async list(accountId: number, limit: number): Promise<readonly StagedImport[]> {
    const latest = `${FILES} ORDER BY f.id DESC LIMIT $2`;
    return (await this.#read<FileRow>(accountId, 'import_files', latest, [limit])).map(stagedImport);
  }

  async listRows(
    accountId: number,
    id: number,
    { state, limit, offset }: { state: RowState | 'kept' | null; limit: number; offset: number },
  ): Promise<readonly PreviewRow[]> {
    const where = "AND ($3::text IS NULL OR r.state = $3 OR ($3 = 'kept' AND r.is_kept))";
    const page = `${PREVIEW} ${where} ORDER BY r.position LIMIT $4 OFFSET $5`;
    const rows = await this.#read<PreviewColumns>(accountId, 'import_rows', page, [id, state, limit, offset]);
    return rows.map(previewRow);
  }

  async findRow(accountId: number, id: number, position: number): Promise<PreviewRow | null> {
    const one = `${PREVIEW} AND r.position = $3 AND ${CHANGEABLE}`;
    const [row] = await this.#read<PreviewColumns>(accountId, 'import_row', one, [id, position]);
    return row === undefined ? null : previewRow(row);
  }

  changeRow(
    accountId: number,
    id: number,
    position: number,
    change: { readonly action: RowAction } | { readonly record: RecordOfFile },
  ): Promise<boolean> {
    return this.#write(accountId, async (own) => {
      const changeable = await own(
        null,
        `SELECT FROM portfolio.import_file f JOIN portfolio.import_row r ON r.account_id = $1 AND r.import_id = f.id
         WHERE f.account_id = $1 AND f.id = $2 AND r.position = $3 AND ${CHANGEABLE} FOR UPDATE OF f`,
        [accountId, id, position],
      );
      if (changeable.rowCount === 0) return false;
      const [set, value] =
        'action' in change
          ? ['action = $4', change.action]
          : [
              `record = $4, reason = NULL, nearest = '{}', is_corrected = true`,
              JSON.stringify(recordJson(change.record)),
            ];
      const { rowCount } = await own(
        null,
        `UPDATE portfolio.import_row SET ${set} WHERE account_id = $1 AND import_id = $2 AND position = $3`,
        [accountId, id, position, value],
      );
      return rowCount > 0;
    });
  }

  #read<Row extends object>(accountId: number, name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
    const given = [accountId, ...values];
    return readSnapshotAsAccount(this.database, accountId, (statement) => statement<Row>(name, text, given));
  }

  #write<Result>(accountId: number, work: (own: BookStatement) => Promise<Result>): Promise<Result> {
    return writeAsAccount(this.database, accountId, work);
  }
}

function stagedImport(row: FileRow): StagedImport {
  const { new: added, same, changed, rejected, left, ...file } = row;
  return { ...file, rows: { new: added, same, changed, rejected, left } };
}

function previewRow({ kind, ...row }: PreviewColumns): PreviewRow {
  return rowOf(kind, row);
}
