import { summaryOfUndo } from './undo.ts';

describe('taking a change back', () => {
  it.each([
    ['Deleted 1 × 10497-1 (used)', 'Restored 1 × 10497-1 (used)'],
    ['Deleted the brickfolio "Cellar"', 'Restored the brickfolio "Cellar"'],
    ['Sold 2 × 75192-1 (sealed) on eBay', 'Undone: Sold 2 × 75192-1 (sealed) on eBay'],
  ])('is said in words, and so is taking that back: %s', (done, undone) => {
    expect(summaryOfUndo(done)).toBe(undone);
    const again = summaryOfUndo(undone);
    expect(again).toBe(done.startsWith('Deleted') ? done : `Redone: ${done}`);
    expect(summaryOfUndo(again)).toBe(undone);
  });
});
