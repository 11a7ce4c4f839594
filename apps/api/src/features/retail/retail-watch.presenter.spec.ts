import { type RetailListing, RetailPrices } from '@brickmarket/persistence-ports';
import { DocumentCache } from '../../caching/versioned-cache.ts';
import { RetailDocuments } from './retail-documents.ts';
import { watchRows } from './retail-watch.presenter.ts';

const STAMP = { versions: { catalog: 1, market: 1, retail: 1 }, day: '2026-11-15' };
const HELD = Array.from({ length: 5_000 }, (_, index) => ({
  setNumber: `${index}-1`,
  averageCostCents: index === 7 ? null : index,
}));

/** Every set is listed, and nothing else is known of it. */
class AllListed extends RetailPrices {
  findByNumbers(setNumbers: readonly string[]): Promise<ReadonlyMap<string, RetailListing>> {
    return Promise.resolve(
      new Map(
        setNumbers.map((setNumber) => [
          setNumber,
          {
            setNumber,
            title: 'Burg Löwenstein',
            asin: null,
            upc: null,
            ean: null,
            box: null,
            retailerA: null,
            retailerB: null,
            exit: { lowestFbaCents: null, fbaSellers: null, buyBoxCents: null },
          },
        ]),
      ),
    );
  }

  findByIdentifiers(): Promise<never[]> {
    return Promise.resolve([]);
  }
}

describe('the rows of held sets', () => {
  const documents = new RetailDocuments(new AllListed(), new DocumentCache({ documentCacheMb: 64 }), {
    answerTimeoutMs: 60_000,
    retailStaleDays: 30,
  });

  it.each([0, 1, 500, 501, 5_000])('are one list, in order, with what was paid: %i of them', async (count) => {
    const { pieces } = await watchRows(HELD.slice(0, count), documents, STAMP);
    const rows = JSON.parse(Buffer.concat(pieces).toString()) as {
      setNumber: string;
      name: string;
      paid: number | null;
    }[];
    expect(rows.map(({ setNumber, paid }) => ({ setNumber, paid }))).toEqual(
      HELD.slice(0, count).map(({ setNumber, averageCostCents }) => ({
        setNumber,
        paid: averageCostCents === null ? null : averageCostCents / 100,
      })),
    );
    for (const { name } of rows) expect(name).toBe('Burg Löwenstein');
  });

  it('let others have their turn, although all of them are at hand', async () => {
    await watchRows(HELD, documents, STAMP);
    let turns = 0;
    const count = (): void => {
      turns++;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    await watchRows(HELD, documents, STAMP);
    clearImmediate(next);
    expect(turns).toBeGreaterThanOrEqual(9);
  });
});
