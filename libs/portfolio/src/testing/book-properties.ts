import { DomainError } from '@brickmarket/domain';
import * as fc from 'fast-check';
import { planImport } from '../import-edit.ts';
import { anyFile, anyStep, type AnyStep, brokenRules, commandOf, MemoryBook, rowsOf } from './memory-book.ts';

/** Does a step; what a rule refuses changes nothing. Returns whether it was done. */
function perform(book: MemoryBook, step: AnyStep): boolean {
  const undone = step.kind === 'undo' ? (book.edits[step.which % (book.edits.length || 1)]?.id ?? null) : null;
  try {
    const command = commandOf(book.read(undone), step);
    if (command === null) return false;
    book.do(command, undone);
    return true;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (!/^[A-Za-z].{10,}/.test(error.message)) throw new Error(`no sentence: ${error.message}`, { cause: error });
    return false;
  }
}

/** Any sequence of up to 40 commands leaves every rule of a book kept, after each of them. */
export function checkSequences(numRuns: number): { readonly done: number; readonly refused: number } {
  const counted = { done: 0, refused: 0 };
  fc.assert(
    fc.property(fc.array(anyStep, { minLength: 1, maxLength: 40 }), (steps) => {
      const book = new MemoryBook();
      for (const step of steps) {
        counted[perform(book, step) ? 'done' : 'refused']++;
        const broken = brokenRules(book.read());
        if (broken.length > 0) throw new Error(`after ${step.kind}: ${broken.join('; ')}`);
      }
    }),
    { numRuns },
  );
  return counted;
}

const EDITS: readonly string[] = ['edit', 'split', 'move', 'sell', 'pick', 'edit sale', 'brickfolio'];

/** A file that was taken tells nothing new after any edits and sales of what it brought. */
export function checkImportsAgain(numRuns: number): void {
  const edits = anyStep.filter(({ kind }) => EDITS.includes(kind));
  fc.assert(
    fc.property(anyFile, fc.array(edits, { maxLength: 20 }), (file, steps) => {
      const book = new MemoryBook();
      if (!perform(book, { kind: 'import', file })) return;
      for (const step of steps) perform(book, step);
      const kind = file.source === 'sales' ? 'sales' : 'collection';
      const plan = planImport(book.read(), { kind, rows: rowsOf(file), replaces: false, at: '' });
      const others = plan.rows.filter(({ state }) => state !== 'same');
      if (others.length + plan.changes.length > 0) throw new Error(JSON.stringify([others, plan.changes]));
    }),
    { numRuns },
  );
}

/** Everything is what it was before once every edit is undone, last first; and again once these are undone. */
export function checkUndo(numRuns: number): void {
  const steps = fc.array(
    anyStep.filter(({ kind }) => kind !== 'undo'),
    { minLength: 1, maxLength: 20 },
  );
  const content = (book: MemoryBook): unknown =>
    Object.values(book.tables).map((rows) =>
      [...rows.values()]
        .map(({ version: _version, ...row }) => sortedFields({ ...row, origins: undefined }))
        .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    );
  fc.assert(
    fc.property(steps, (some) => {
      const book = new MemoryBook();
      const before = content(book);
      for (const step of some) perform(book, step);
      const after = content(book);
      const done = book.edits.length;
      for (let id = done; id > 0; id--) book.do({ do: 'undo' }, id);
      requireEqual(content(book), before);
      for (let id = 2 * done; id > done; id--) book.do({ do: 'undo' }, id);
      requireEqual(content(book), after);
    }),
    { numRuns },
  );
}

function requireEqual(found: unknown, wanted: unknown): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (one !== other) throw new Error(`${one} is not ${other}`);
}

function sortedFields(row: object): readonly (readonly [string, unknown])[] {
  return Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1));
}
