import {
  ConflictError,
  epochDayOf,
  type HoldingInFile,
  InvalidInputError,
  parseIsoDay,
  type RecordOfFile,
} from '@brickmarket/domain';
import { collectionCsv, csvLine, csvText, readHoldingCells, readSaleCells } from '@brickmarket/feeds';
import type { RowAction } from '@brickmarket/persistence-ports';
import { SetResolver } from '../portfolio/set-resolver.ts';
import { resolved } from './staged-import.ts';
import { commitCorrectedRow, compareImport, getImport, type ImportArea } from './take-import.ts';

const REJECTS_PER_READ = 1_000;

export async function chooseAction(
  area: ImportArea,
  accountId: number,
  { id, position }: { readonly id: number; readonly position: number },
  action: RowAction,
): Promise<void> {
  if (await area.imports.changeRow(accountId, id, position, { action })) await compareImport(area, accountId, id);
}

/** Cells are those of the own format. */
export async function correctRow(
  area: ImportArea,
  accountId: number,
  { id, position }: { readonly id: number; readonly position: number },
  cells: Readonly<Record<string, string>>,
): Promise<void> {
  const { imports, items } = area;
  const { kind, state } = await getImport(area, accountId, id);
  const parsed = kind === 'collection' ? readHoldingCells(cells) : readSaleCells(cells);
  if (typeof parsed === 'string') throw new InvalidInputError(parsed);
  const written: RecordOfFile =
    'holding' in parsed ? { kind: 'collection', ...parsed } : { kind: 'sales', sale: parsed };
  const sets = await SetResolver.load(items);
  const { record, reason, nearest } = resolved(written, {
    sets,
    today: epochDayOf(await area.storeClock.now()),
  });
  if (reason !== null)
    throw new InvalidInputError(
      [reason, ...nearest.slice(0, 1).map((one) => `did you mean ${sets.labelOf(one)}?`)].join('; '),
    );
  if (!(await imports.changeRow(accountId, id, position, { record: record! })))
    throw new ConflictError('only rows that need correction can be changed after the commit');
  if (state === 'committed') await commitCorrectedRow(area, accountId, { id, position });
  else await compareImport(area, accountId, id);
}

/** CSV with line and reason, in chunks. */
export async function* exportRejects(
  { imports, items }: Pick<ImportArea, 'imports' | 'items'>,
  accountId: number,
  id: number,
): AsyncGenerator<string> {
  await getImport({ imports }, accountId, id);
  const sets = await SetResolver.load(items);
  yield csvLine(['line', 'reason', 'nearest', 'row']);
  for (let offset = 0; ; offset += REJECTS_PER_READ) {
    const page = await imports.listRows(accountId, id, {
      state: 'rejected',
      limit: REJECTS_PER_READ,
      offset,
    });
    if (page.length > 0)
      yield page
        .map(({ line, reason, nearest, text }) => {
          const named = nearest.map((number) => sets.labelOf(number));
          return csvLine([line, reason, named.join(', '), text]);
        })
        .join('');
    if (page.length < REJECTS_PER_READ) return;
  }
}

/** Own format: header and an example row. */
export function collectionTemplate(): AsyncGenerator<string> {
  const holding: HoldingInFile = {
    setNumber: '75192-1',
    quantity: 1,
    condition: 'sealed',
    purchasePriceCents: 79_999,
    purchaseDay: parseIsoDay('2026-01-31'),
    status: 'owned',
    notes: 'An example: replace this row by your own',
  };
  return csvText(collectionCsv, [{ holding, brickfolio: null }]);
}
