import {
  type ImportedRows,
  ImportJournal,
  type PriceChangeFold,
  type PriceFold,
  type RecordedImport,
  type RecordedImportState,
  type UndoableKind,
  type UndoneRows,
} from '@brickmarket/persistence-ports';
import { JOB_LOCK, WriteSession } from '../bulk/write-session.ts';
import { undoSetDetails } from '../catalog/undo-set-details.ts';
import type { Database } from '../database/database.ts';
import { bind, type Feature } from '../feature.ts';
import { undoObservations } from '../retail/undo-observations.ts';
import { undoSales } from '../sales/undo-sales.ts';
import { LOCK_OF_KIND } from './record-import.ts';

const IS_LOCKED = `EXISTS (
  SELECT FROM pg_locks l
  WHERE l.locktype = 'advisory' AND l.classid = ${JOB_LOCK}::oid AND l.granted
    AND l.objid = (hashtext(${LOCK_OF_KIND})::bigint & 4294967295)::oid
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
)`;

const IMPORTS = `
SELECT id, kind, files, started_at AS "startedAt", undone_at AS "undoneAt", checksum, fault,
  inserted, changed, unchanged, rejected,
  CASE WHEN undone_at IS NOT NULL THEN 'undone' WHEN fault IS NOT NULL THEN 'failed'
       WHEN finished_at IS NOT NULL THEN 'done' WHEN ${IS_LOCKED} THEN 'running' ELSE 'interrupted' END AS state
FROM ops.import_run`;

/** `kind` is an expression. */
export const lastNewsAt = (kind: string): string => `
SELECT max(finished_at) FROM ops.import_run WHERE kind = ${kind} AND undone_at IS NULL AND inserted + changed > 0`;

type ImportRow = Omit<RecordedImport, 'counts'> & { [Name in keyof ImportedRows]: number | null };

class PostgresImportJournal extends ImportJournal {
  constructor(private readonly database: Database) {
    super();
  }

  async list(limit: number): Promise<readonly RecordedImport[]> {
    const { rows } = await this.database.pool.query<ImportRow & { state: RecordedImportState }>(
      `${IMPORTS} ORDER BY id DESC LIMIT $1`,
      [limit],
    );
    return rows.map(recordedImport);
  }

  async find(id: number): Promise<RecordedImport | null> {
    const { rows } = await this.database.pool.query<ImportRow>(`${IMPORTS} WHERE id = $1`, [id]);
    return rows[0] ? recordedImport(rows[0]) : null;
  }

  async lastNewsAt(kind: UndoableKind): Promise<Date | null> {
    const { rows } = await this.database.pool.query<{ max: Date | null }>(lastNewsAt('$1'), [kind]);
    return rows[0]!.max;
  }

  undo(
    id: number,
    kind: UndoableKind,
    options: { readonly isDryRun: boolean; readonly fold: PriceFold; readonly changesOf: PriceChangeFold },
  ): Promise<UndoneRows> {
    const { subject, undo } = UNDO[kind];
    return WriteSession.run(this.database, subject, async (session) => {
      const undone = await undo(session, id, options);
      if (!options.isDryRun && undone.changedBy.length === 0)
        await session.query('UPDATE ops.import_run SET undone_at = clock_timestamp() WHERE id = $1', [id]);
      return undone;
    });
  }
}

const UNDO: Readonly<
  Record<
    UndoableKind,
    {
      readonly subject: string;
      readonly undo: (
        session: WriteSession,
        id: number,
        options: { readonly isDryRun: boolean; readonly fold: PriceFold; readonly changesOf: PriceChangeFold },
      ) => Promise<UndoneRows>;
    }
  >
> = {
  sales: { subject: 'sales', undo: undoSales },
  'retail prices': { subject: 'retail', undo: (session, id, options) => undoObservations(session, [id], options) },
  'set details': { subject: 'catalog', undo: undoSetDetails },
};

function recordedImport({ inserted, changed, unchanged, rejected, ...row }: ImportRow): RecordedImport {
  const isCounted = inserted !== null && changed !== null && unchanged !== null && rejected !== null;
  return { ...row, counts: isCounted ? { inserted, changed, unchanged, rejected } : null };
}

export const IMPORT_JOURNAL: Feature = {
  ports: [bind(ImportJournal, PostgresImportJournal)],
};
