import { checkImportsAgain, checkSequences, checkUndo } from './testing/book-properties.ts';

describe('a book, in full', () => {
  it('keeps its rules after 5,000 sequences of up to 40 commands', () => {
    checkSequences(5_000);
  });

  it('is not changed by a file that was taken, in 5,000 histories', () => {
    checkImportsAgain(5_000);
  });

  it('is what it was after everything is undone, in 2,000 histories', () => {
    checkUndo(2_000);
  });
});
