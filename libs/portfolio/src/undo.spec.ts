import { MemoryBook } from './testing/memory-book.ts';
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

  describe('of a holding', () => {
    const set = { setId: 7, setNumber: '7-1' };
    const facts = { condition: 'sealed', quantity: 1, purchaseDay: null, status: 'owned', notes: null } as const;
    const bookWithOne = () => {
      const book = new MemoryBook();
      book.do({ do: 'add', set, brickfolioId: null, facts: { ...facts, purchasePriceCents: 500 } });
      const [holding] = book.tables.lot.values();
      return { book, holding: holding! };
    };

    it('gives what was deleted a version that nobody has seen: an edit begun before is refused', () => {
      const { book, holding } = bookWithOne();
      book.do({ do: 'delete', holding });
      book.do({ do: 'undo' }, 2);
      expect([...book.tables.lot.values()]).toEqual([{ ...holding, version: holding.version + 1 }]);
      expect(() => book.do({ do: 'edit', holding, facts: { purchasePriceCents: 1 } })).toThrow('changed');
    });

    it('of one field keeps what another field was changed to since, and refuses one that was changed again', () => {
      const { book } = bookWithOne();
      const current = () => [...book.tables.lot.values()][0]!;
      book.do({ do: 'edit', holding: current(), facts: { purchasePriceCents: 600 } });
      book.do({ do: 'edit', holding: current(), facts: { notes: 'gift' } });
      expect(book.do({ do: 'undo' }, 2).kept).toEqual([]);
      expect(current()).toMatchObject({ purchasePriceCents: 500, notes: 'gift' });
      book.do({ do: 'edit', holding: current(), facts: { notes: 'box 4' } });
      expect(() => book.do({ do: 'undo' }, 3)).toThrow('changed since');
      expect(current().notes).toBe('box 4');
    });

    it('also succeeds after the catalog has given the set another number', () => {
      const { book, holding } = bookWithOne();
      book.tables.lot.set(holding.id, { ...holding, setNumber: '7-2' });
      expect(book.do({ do: 'undo' }, 1).kept).toEqual([]);
      expect(book.tables.lot.size).toBe(0);
    });
  });
});
