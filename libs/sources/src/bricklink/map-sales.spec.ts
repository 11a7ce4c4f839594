import { mapSales } from './map-sales.ts';

const NOW = new Date('2026-06-15T12:00:00Z');
const ROW = { quantity: 1, unit_price: '724.9900', date_ordered: '2026-05-28T00:18:27.603Z' };
const map = (...rows: readonly object[]) => mapSales('SET/75192-1/N', rows as never, NOW).rows.rows;

describe('sales from the price guide', () => {
  it('have the columns of the import', () => {
    expect(mapSales('SET/75192-1/N', [ROW], NOW)).toEqual({
      rows: {
        kind: 'sales',
        header: expect.arrayContaining(['item_type', 'source_ref', 'completeness']) as unknown,
        rows: [
          [
            ...['set', '75192-1', 'sealed', '2026-05-28T00:18:27.603Z', '724.99', '1', 'bricklink'],
            ...['bl:SET:75192-1:N:1779927507603:1:1', null],
          ],
        ],
      },
      newest: new Date(ROW.date_ordered),
    });
    expect(mapSales('MINIFIG/sw0844/U', [ROW], NOW).rows.rows[0]!.slice(0, 3)).toEqual(['minifig', 'sw0844', 'used']);
  });

  it('have the same references in any order and at any rate of the day, and two for equal rows', () => {
    const rows = [ROW, { ...ROW, unit_price: '700.0000' }, ROW, { ...ROW, quantity: 2 }];
    const refs = (some: readonly object[]) => map(...some).map((cells) => [cells[7], cells[4]]);
    expect(refs(rows)).toEqual(refs(rows.toReversed()));
    expect(new Set(refs(rows).map(([ref]) => ref)).size).toBe(4);
    const drifted = rows.map((row) => ({ ...row, unit_price: (Number(row.unit_price) * 1.01).toFixed(4) }));
    expect(refs(drifted).map(([ref]) => ref)).toEqual(refs(rows).map(([ref]) => ref));
  });

  it('round four places half up, by digits', () => {
    const price = (unit_price: string) => map({ ...ROW, unit_price })[0]![4];
    expect(['0.0049', '0.0050', '1.0050', '9.9949', '999999999.9999'].map(price)).toEqual([
      ...['0.00', '0.01', '1.01', '9.99', '1000000000.00'],
    ]);
  });

  it('are those of six months; rows that cannot be read are left to the import', () => {
    const at = (date_ordered: unknown) => map({ ...ROW, date_ordered }).length;
    expect(at('2025-12-15T12:00:00.000Z')).toBe(1);
    expect(at('2025-12-15T11:59:59.999Z')).toBe(0);
    expect(at('2026-06-15T12:00:00.001Z')).toBe(0);
    expect(map({ quantity: 'x', unit_price: null })).toEqual([
      ['set', '75192-1', 'sealed', '', '', 'x', 'bricklink', 'bl:SET:75192-1:N::x:1', null],
    ]);
  });
});
