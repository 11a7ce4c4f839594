import { type RetailListing, RetailPrices } from '@brickmarket/persistence-ports';
import { DocumentCache } from '../../caching/document-cache.ts';
import { RetailDocuments } from './retail-documents.ts';
import { CHANGE_WINDOW, changeWindowStart, watchRows } from './retail-watch.controller.ts';

const now = new Date('2026-11-15T12:00:00.123Z');

describe('a change window', () => {
  it.each([
    ['0m', '2026-11-15T12:00:00.123Z'],
    ['30m', '2026-11-15T11:30:00.123Z'],
    ['3h', '2026-11-15T09:00:00.123Z'],
    ['7d', '2026-11-08T12:00:00.123Z'],
    ['007d', '2026-11-08T12:00:00.123Z'],
    ['99999999d', '0001-01-01T00:00:00.000Z'],
    [`${'9'.repeat(500)}h`, '0001-01-01T00:00:00.000Z'],
  ])('of %s begins at %s', (window, start) => {
    expect(changeWindowStart(window, now).toISOString()).toBe(start);
  });

  it.each(['', 'm', '1', '1s', '1M', ' 1m', '1m ', '1m\n', '-1m', '1.5h', '1e3m', '٣m'])('is not %j', (text) => {
    expect(CHANGE_WINDOW.test(text)).toBe(false);
  });
});

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

const REQUEST = { ...STAMP, turn: () => new Promise<void>((resolve) => setImmediate(resolve)) };

describe('the rows of held sets', () => {
  const documents = new RetailDocuments(new AllListed(), new DocumentCache({ documentCacheMb: 64 }), {
    answerTimeoutMs: 60_000,
    retailStaleDays: 30,
  });

  it.each([0, 1, 250, 251, 5_000])('are one list, in order, with what was paid: %i of them', async (count) => {
    const { pieces } = await watchRows(HELD.slice(0, count), documents, REQUEST);
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

  it('let other requests run in between, although all of them are cached', async () => {
    await watchRows(HELD, documents, REQUEST);
    let ticks = 0;
    const count = (): void => {
      ticks++;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    await watchRows(HELD, documents, REQUEST);
    clearImmediate(next);
    expect(ticks).toBeGreaterThanOrEqual(19);
  });
});
