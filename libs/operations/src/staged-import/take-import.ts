import {
  type Book,
  ConflictError,
  DomainError,
  InvalidInputError,
  type MatchedRow,
  NotFoundError,
  type RowToTake,
} from '@brickmarket/domain';
import type {
  AccountBook,
  ItemDirectory,
  StagedFile,
  StagedImport,
  StagedImports,
  StagedOutcome,
  StoreClock,
} from '@brickmarket/persistence-ports';
import { decide, defaultBrickfolio, type ImportPlan, planImportInSlices } from '@brickmarket/portfolio';
import { fingerprint, rowToTake } from '../portfolio/file-rows.ts';
import { inSlices } from '../portfolio/in-slices.ts';
import { undoEdit } from '../portfolio/own-book.ts';

export interface ImportArea {
  readonly imports: StagedImports;
  readonly items: ItemDirectory;
  readonly book: AccountBook;
  readonly storeClock: StoreClock;
}

export async function getImport(
  { imports }: Pick<ImportArea, 'imports'>,
  accountId: number,
  id: number,
): Promise<StagedImport> {
  const found = await imports.find(accountId, id);
  if (found === null) throw new NotFoundError(`import ${id} not found`);
  return found.isAbandoned ? endAbandoned(imports, accountId, found) : found;
}

export async function listImports(
  { imports }: Pick<ImportArea, 'imports'>,
  accountId: number,
  limit: number,
): Promise<readonly StagedImport[]> {
  const found = await imports.list(accountId, limit);
  return Promise.all(found.map(async (one) => (one.isAbandoned ? endAbandoned(imports, accountId, one) : one)));
}

/** Rows fingerprinted per slice. */
const ROWS_OF_SLICE = 1_000;

/** Fault of an import whose process was killed. */
const INTERRUPTED = 'Reading the file was interrupted. Please send it again.';

/** Fails an import that no process reads any more. */
async function endAbandoned(imports: StagedImports, accountId: number, found: StagedImport): Promise<StagedImport> {
  await imports.fail(accountId, found.id, INTERRUPTED);
  return (await imports.find(accountId, found.id)) ?? found;
}

export async function compareImport(area: ImportArea, accountId: number, id: number): Promise<void> {
  const { kind } = await getImport(area, accountId, id);
  // Aborted during reading, so not recognized.
  if (kind === null) return;
  const at = (await area.storeClock.now()).toISOString();
  await area.book.change(accountId, { staged: id, whole: kind }, async (book, staged) => {
    const isOpen = staged?.state === 'reading' || staged?.state === 'ready';
    return isOpen ? { edit: null, staged: (await inSlices(previewOf(book, staged, at))).shown } : { edit: null };
  });
}

/** Commits exactly the shown preview; idempotent. ConflictError: the portfolio changed, so a new preview is shown. */
export async function commitImport(
  area: ImportArea,
  accountId: number,
  id: number,
  /** Preview shown; absent: the latest. */
  seen?: string,
): Promise<StagedImport> {
  const { kind } = await getImport(area, accountId, id);
  const at = (await area.storeClock.now()).toISOString();
  let isOther = false;
  await area.book.change(accountId, { staged: id, ...(kind !== null && { whole: kind }) }, async (book, staged) => {
    if (staged === null) throw new NotFoundError(`import ${id} not found`);
    if (staged.state === 'committed') return { edit: null };
    if (staged.state !== 'ready') throw new ConflictError(`this import is ${staged.state}: it cannot be committed`);
    const { plan, shown } = await inSlices(previewOf(book, staged, at));
    isOther = shown.preview !== staged.preview || (seen !== undefined && seen !== staged.preview);
    if (isOther) return { edit: null, staged: shown };
    const edit =
      plan.changes.length === 0 ? null : decide(book, { do: 'import', file: { name: staged.fileName, plan } });
    return { edit, staged: { ...shown, state: 'committed', taken: plan.rows.filter(isTaken) } };
  });
  if (isOther)
    throw new ConflictError(
      'the collection has changed since this preview was made, so nothing was taken: look at the new one',
    );
  return getImport(area, accountId, id);
}

/** Commits one corrected row of a committed file, as an edit of its own. InvalidInputError: it cannot be taken. */
export async function commitCorrectedRow(
  area: ImportArea,
  accountId: number,
  { id, position }: { readonly id: number; readonly position: number },
): Promise<void> {
  const { kind } = await getImport(area, accountId, id);
  const at = (await area.storeClock.now()).toISOString();
  let fault: string | null = null;
  await area.book.change(accountId, { staged: id, ...(kind !== null && { whole: kind }) }, async (book, staged) => {
    const row = staged?.rows.find((one) => one.position === position);
    if (staged?.state !== 'committed' || row?.state !== 'rejected' || row.record === null || row.setId === null)
      return { edit: null };
    const taken = rowToTake({ ...row, setId: row.setId, record: row.record, isBeside: false });
    const plan = await inSlices(planImportInSlices(book, { kind: staged.kind!, rows: [taken], replaces: false, at }));
    fault = plan.rows[0]!.reason;
    return {
      edit: plan.changes.length === 0 ? null : decide(book, { do: 'import', file: { name: staged.fileName, plan } }),
      staged: {
        state: 'committed',
        preview: staged.preview,
        rows: plan.rows.map(outcomeOf),
        taken: plan.rows.filter(isTaken),
      },
    };
  });
  if (fault !== null) throw new InvalidInputError(fault);
}

/** Keeps rows changed since the commit; idempotent. */
export async function undoImport(area: ImportArea, accountId: number, id: number): Promise<StagedImport> {
  const found = await getImport(area, accountId, id);
  if (found.state === 'undone') return found;
  if (found.state !== 'committed') throw new ConflictError(`this import is ${found.state}: there is nothing to undo`);
  for (const edit of found.laterEditIds.toReversed())
    try {
      await undoEdit(area, accountId, edit);
    } catch (error) {
      // Undone before, or its rows changed since.
      if (!(error instanceof DomainError)) throw error;
    }
  if (found.editId !== null)
    try {
      await undoEdit(area, accountId, found.editId);
    } catch (error) {
      const now = await getImport(area, accountId, id);
      if (!(error instanceof DomainError) || now.state !== 'undone') throw error;
    }
  else if (found.rows.new + found.rows.changed > 0)
    throw new ConflictError('this import is too old to be undone: what it changed is not kept any more');
  return getImport(area, accountId, id);
}

/** Result and its preview, whose name covers everything shown. */
function* previewOf(
  book: Book,
  staged: StagedFile,
  at: string,
): Generator<void, { plan: ImportPlan; shown: StagedOutcome }> {
  const rows: RowToTake[] = [];
  for (const { position, line, action, reason, record, setId } of staged.rows) {
    if (action === 'leave' || reason !== null || record === null || setId === null) continue;
    rows.push(rowToTake({ position, line, setId, record, isBeside: action === 'add' }));
    if (rows.length % ROWS_OF_SLICE === 0) yield;
  }
  const plan = yield* planImportInSlices(book, { kind: staged.kind!, rows, replaces: false, at });
  const placeOf = new Map(rows.map(({ position }, place) => [position, place]));
  const outcomes = staged.rows.map((row) => {
    const place = placeOf.get(row.position);
    if (place !== undefined) return outcomeOf(plan.rows[place]!);
    const isGone = row.reason === null && row.action !== 'leave';
    const fault = isGone ? 'its set is not in the catalog any more' : null;
    const state = row.action === 'leave' ? ('left' as const) : ('rejected' as const);
    return { position: row.position, state, fault, stored: null };
  });
  // The fingerprint covers the whole row.
  const seen = outcomes.map(({ position, state, fault, stored }, index) => {
    const place = placeOf.get(position);
    return [state, fault, stored, place === undefined ? staged.rows[index]!.record : rows[place]!.origin];
  });
  return {
    plan,
    shown: {
      state: 'ready',
      preview: fingerprint([defaultBrickfolio(book).name, seen]),
      rows: outcomes.filter((row, index) => isOtherRow(row, staged.rows[index]!)),
    },
  };
}

type RowOutcome = StagedOutcome['rows'][number];

function outcomeOf({ position, state, reason, stored }: MatchedRow): RowOutcome {
  return { position, state, fault: reason, stored };
}

function isOtherRow(row: RowOutcome, before: StagedFile['rows'][number]): boolean {
  return (
    row.state !== before.state ||
    row.fault !== before.fault ||
    (row.stored !== before.stored && JSON.stringify(row.stored) !== JSON.stringify(before.stored))
  );
}

function isTaken(row: MatchedRow): row is MatchedRow & { readonly resultId: number } {
  return row.resultId !== null;
}
