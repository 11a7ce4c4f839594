import { averageUnitCost } from '@brickmarket/portfolio';
import * as fc from 'fast-check';
import { insertSet } from '../support/catalog-builders.ts';
import { defaultBrickfolio, insertHolding } from '../support/portfolio-builders.ts';
import { listAtRetailers } from '../support/retail-builders.ts';
import { BUSY_MS } from '../support/service-environment.ts';
import { type TestAccount, TestApi } from '../support/test-api.ts';

const NUMBERS = ['1-1', '2-1', '3-1'];
const holding = fc.record({
  setNumber: fc.constantFrom(...NUMBERS),
  quantity: fc.integer({ min: 1, max: 10_000 }),
  purchasePriceCents: fc.option(fc.integer({ min: 0, max: 100_000_000 })),
  status: fc.constantFrom('owned' as const, 'listed' as const, 'sold' as const),
});
const accounts = fc.array(fc.array(holding, { maxLength: 6 }), { minLength: 2, maxLength: 4 });

describe('what was paid', () => {
  let api: TestApi;

  beforeAll(async () => {
    // They ask for more than their share of a process that has just started: how long they wait is not the point.
    api = await TestApi.start({ ANSWER_TIMEOUT_MS: BUSY_MS });
    for (const set_number of NUMBERS)
      await listAtRetailers(api.db, await insertSet(api.db, { set_number }), {
        asin: `B00000000${set_number[0]}`,
        retailer_a: { price_cents: 100 },
      });
  });

  afterAll(() => api.stop());

  async function anAccountWith(
    holdings: readonly (typeof holding extends fc.Arbitrary<infer Value> ? Value : never)[],
  ): Promise<TestAccount> {
    const account = await api.account();
    const folio = await defaultBrickfolio(api.db, account.accountId);
    for (const { setNumber, quantity, purchasePriceCents, status } of holdings) {
      await insertHolding(api.db, folio, setNumber, { quantity, purchase_price_cents: purchasePriceCents, status });
    }
    return account;
  }

  it("is the caller's own on every route, also when all ask at once", async () => {
    await fc.assert(
      fc.asyncProperty(accounts, async (portfolios) => {
        const callers = await Promise.all(portfolios.map(anAccountWith));
        await Promise.all(
          portfolios.flatMap((held, index) => {
            const { key } = callers[index]!;
            const expected = NUMBERS.flatMap((setNumber) => {
              const own = held.filter((one) => one.setNumber === setNumber && one.status !== 'sold');
              const cents = averageUnitCost(own);
              return own.length === 0 ? [] : [{ setNumber, paid: cents === null ? null : cents / 100 }];
            });
            return [
              api
                .data<{ setNumber: string; paid: unknown }[]>('/brickfolio/retail-watch', key)
                .then((rows) => expect(rows.map(({ setNumber, paid }) => ({ setNumber, paid }))).toEqual(expected)),
              ...NUMBERS.flatMap((number) => [
                api
                  .data<{ paid?: unknown }>(`/set/${number}/retail-prices`, key)
                  .then((row) =>
                    expect(row.paid).toEqual(expected.find(({ setNumber }) => setNumber === number)?.paid),
                  ),
                api
                  .data<object>(`/retail-prices?set=${number}`, key)
                  .then((row) => expect(row).not.toHaveProperty('paid')),
              ]),
            ];
          }),
        );
      }),
      { numRuns: 15 },
    );
  });
});
