import { type RowChange, setChangedBy } from './book.ts';

/** A change of one copy or sale, as far as it matters which set it is of. */
const changeOf = (table: 'lot' | 'sale' | 'rule', before: number | null, after: number | null): RowChange => {
  const row = (setId: number | null) => (setId === null ? null : { setId, setNumber: `${setId}-1` });
  return { table, before: row(before), after: row(after) } as unknown as RowChange;
};

it.each<[string | null, RowChange[]]>([
  [null, []],
  [null, [changeOf('rule', 7, 7)]],
  ['7-1', [changeOf('lot', null, 7)]],
  ['7-1', [changeOf('lot', 7, null)]],
  ['7-1', [changeOf('lot', 7, null), changeOf('rule', 8, 8), changeOf('sale', null, 7)]],
  [null, [changeOf('lot', 7, 7), changeOf('sale', null, 8)]],
])('names %s as the one set that is changed (%#)', (set, changes) => {
  expect(setChangedBy(changes)).toBe(set);
});
