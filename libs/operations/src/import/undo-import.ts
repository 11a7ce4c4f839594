import { ConflictError, NotFoundError } from '@brickmarket/domain';
import {
  type ImportJournal,
  type RecordedImport,
  UNDOABLE_KINDS,
  type UndoneRows,
} from '@brickmarket/persistence-ports';
import { priceChanges } from '@brickmarket/retail-tracking';
import { nextState } from './import-retail-prices.ts';

export interface UndoneImport extends UndoneRows {
  readonly import: RecordedImport;
  /** Undone before: nothing left. */
  readonly wasUndone: boolean;
}

/** Removes added rows and restores changed ones; idempotent. Fails if a later import changed them. */
export async function undoMarketImport(
  journal: ImportJournal,
  id: number,
  { isDryRun }: { readonly isDryRun: boolean },
): Promise<UndoneImport> {
  const found = await journal.find(id);
  if (found === null) throw new NotFoundError(`import ${id} not found: see imports list`);
  const kind = UNDOABLE_KINDS.find((one) => one === found.kind);
  if (kind === undefined)
    throw new ConflictError(
      `import ${id} is one of ${found.kind}, which cannot be undone: holdings, sales and prices refer to its rows. ` +
        'Import a corrected file instead',
    );
  if (found.state === 'running') throw new ConflictError(`import ${id} is running: wait until it is done`);
  if (found.state === 'undone')
    return { import: found, wasUndone: true, removed: 0, restored: 0, changedBy: [], publishedMonths: [] };
  const undone = await journal.undo(id, kind, { isDryRun, fold: nextState, changesOf: priceChanges });
  if (undone.changedBy.length > 0)
    throw new ConflictError(
      `import ${id} cannot be undone: import ${undone.changedBy.join(', ')} changed the same rows later. ` +
        'Undo the later ones first, the newest before the others',
    );
  return { import: found, wasUndone: false, ...undone };
}
