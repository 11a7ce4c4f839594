import { checkImportsAgain, checkSequences, checkUndo } from './testing/book-properties.ts';

// The sizes that only prove by number are in book.full.spec.ts.
describe('a book', () => {
  it('keeps its rules after any sequence of commands, whatever their order', () => {
    const { done, refused } = checkSequences(1_000);
    expect(done).toBeGreaterThan(refused);
  });

  it('is not changed by a file that was taken, after any edits and sales', () => {
    checkImportsAgain(500);
  });

  it('is what it was after every edit is undone, last first, and what it became after that is undone', () => {
    checkUndo(300);
  });
});
