import * as fc from 'fast-check';
import { insertValuedSets } from '../support/brickfolio-load.ts';
import { moveClock } from '../support/move-clock.ts';
import { defaultBrickfolio, insertBrickfolio, insertHolding, insertSale } from '../support/portfolio-builders.ts';
import { TestApi, type TestAccount } from '../support/test-api.ts';

const SETS = ['1001-1', '1002-1', '1003-1', '1004-1'];
const anySet = fc.constantFrom(...SETS);
const centsOrUnknown = fc.option(fc.integer({ min: 0, max: 100_000_000 }));
const anyDay = fc.option(fc.constantFrom('1999-12-31', '2025-11-16', '2026-11-14', '2026-11-15', '2026-11-16'));
const anyHolding = fc.record({
  quantity: fc.integer({ min: 1, max: 10_000 }),
  condition: fc.constantFrom('sealed' as const, 'used' as const),
  purchase_price_cents: centsOrUnknown,
  purchase_date: anyDay,
  status: fc.constantFrom('owned' as const, 'listed' as const, 'sold' as const),
});
const anyBooks = fc.record({
  newBrickfolio: fc.boolean(),
  holdings: fc.array(fc.tuple(anySet, anyHolding), { maxLength: 8 }),
  sales: fc.array(
    fc.tuple(
      anySet,
      fc.record({ gross_cents: fc.integer({ min: 0, max: 1_000_000 }), cost_basis_cents: centsOrUnknown }),
    ),
    { maxLength: 4 },
  ),
});

describe("one account's answers", () => {
  let api: TestApi;
  let anna: TestAccount;
  let ben: TestAccount;
  let paths: readonly string[];

  beforeAll(async () => {
    api = await TestApi.start();
    await moveClock(api.db, '2026-11-15T12:00:00Z');
    await insertValuedSets(api.db, SETS.length, '2026-11-15');
    anna = await api.account();
    ben = await api.account();
    const folio = await defaultBrickfolio(api.db, anna.accountId);
    for (const number of SETS)
      await insertHolding(api.db, folio, number, {
        quantity: 2,
        purchase_price_cents: 1_000,
        purchase_date: '2026-06-01',
      });
    await insertSale(api.db, anna.accountId, SETS[0]!);
    const foreign = await defaultBrickfolio(api.db, ben.accountId);
    paths = [
      '/brickfolio',
      '/brickfolio/entries',
      '/brickfolio/entries?limit=1&offset=3',
      `/brickfolio/entries?brickfolio_id=${folio}`,
      `/brickfolio/entries?brickfolio_id=${foreign}`,
      '/brickfolio/analytics',
      '/brickfolio/analytics?period=30d',
      '/salesledger',
    ];
  });

  afterAll(() => api.stop());

  const answers = async (): Promise<readonly string[]> => {
    const all = await Promise.all(paths.map((path) => api.call(path, { key: anna.key })));
    return all.map((answer) => `${answer.status} ${answer.text.split(',"meta":')[0]}`);
  };

  it('stay the same, byte for byte but for meta, whatever another account puts in', async () => {
    const before = await answers();
    expect(before.filter((answer) => answer.startsWith('200'))).toHaveLength(paths.length - 1);
    let made = 0;
    await fc.assert(
      fc.asyncProperty(anyBooks, async ({ newBrickfolio, holdings, sales }) => {
        const folio = newBrickfolio
          ? await insertBrickfolio(api.db, ben.accountId, `Folio ${++made}`)
          : await defaultBrickfolio(api.db, ben.accountId);
        for (const [number, columns] of holdings) await insertHolding(api.db, folio, number, columns);
        for (const [number, columns] of sales) await insertSale(api.db, ben.accountId, number, columns);
        expect(await answers()).toEqual(before);
      }),
      { numRuns: 25 },
    );
    expect(
      (await api.data<{ pagination: { total: number } }>('/brickfolio/entries', ben.key)).pagination.total,
    ).toBeGreaterThan(20);
  });
});
