import type { BookTable, RowChange } from '@brickmarket/domain';
import type { BookStatement } from './book-transaction.ts';

const SEQUENCES: Readonly<Partial<Record<BookTable, string>>> = {
  brickfolio: 'portfolio.brickfolio_id_seq',
  lot: 'portfolio.holding_id_seq',
  sale: 'portfolio.sale_id_seq',
};

const RESERVE = 'SELECT json_agg(nextval($1::regclass)) AS ids FROM generate_series(1, $2)';

export async function numberRows(
  own: BookStatement,
  changes: readonly RowChange[],
): Promise<{ readonly changes: readonly RowChange[]; readonly numberOf: (id: number) => number }> {
  const numbers = new Map<number, number>();
  for (const [table, sequence] of Object.entries(SEQUENCES)) {
    const added: number[] = [];
    for (const change of changes)
      if (change.table === table && change.before === null && change.after!.id < 0) added.push(change.after!.id);
    if (added.length === 0) continue;
    const { rows } = await own<{ ids: number[] }>('reserve_ids', RESERVE, [sequence, added.length]);
    for (const [index, id] of rows[0]!.ids.entries()) numbers.set(added[index]!, id);
  }
  const numberOf = (id: number): number => (id < 0 ? numbers.get(id)! : id);
  if (numbers.size === 0) return { changes, numberOf };
  return { changes: changes.map((change) => numbered(change, numberOf)), numberOf };
}

function numbered(change: RowChange, numberOf: (id: number) => number): RowChange {
  if (change.after === null) return change;
  const after: Record<string, unknown> = { ...change.after };
  for (const name of ['id', 'brickfolioId', 'saleId']) if (name in after) after[name] = numberOf(after[name] as number);
  return { ...change, after } as unknown as RowChange;
}
