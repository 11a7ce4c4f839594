import { type ProductIdentifiers, type RetailListing, RetailPrices } from '@brickmarket/persistence-ports';
import { type DataStamp, DocumentCache } from '../../caching/document-cache.ts';
import { RetailDocuments } from './retail-documents.ts';

const stamp = (retail: number): DataStamp => ({ versions: { catalog: 1, market: 1, retail }, day: '2026-11-15' });

/** No retailer lists anything; lets something happen while it is being asked. */
class NothingListed extends RetailPrices {
  meanwhile: () => Promise<unknown> = () => Promise.resolve();

  async findByNumbers(setNumbers: readonly string[]): Promise<ReadonlyMap<string, RetailListing | null>> {
    await this.meanwhile();
    return new Map(setNumbers.map((number) => [number, null]));
  }

  readonly questions: number[] = [];

  findByIdentifiers(asked: readonly ProductIdentifiers[]): Promise<readonly null[]> {
    this.questions.push(asked.length);
    return Promise.resolve(asked.map(() => null));
  }
}

const documentsOf = (prices: RetailPrices): RetailDocuments =>
  new RetailDocuments(prices, new DocumentCache({ documentCacheMb: 1 }), {
    answerTimeoutMs: 60_000,
    retailStaleDays: 30,
  });

it('answers with the rows it had at hand, although prices change while the others are read', async () => {
  const prices = new NothingListed();
  const documents = documentsOf(prices);
  await documents.ofSets(['1-1'], stamp(1));
  prices.meanwhile = async () => {
    prices.meanwhile = () => Promise.resolve();
    await documents.ofSets(['3-1'], stamp(2));
  };
  const rows = await documents.ofSets(['1-1', '2-1'], stamp(1));
  expect(rows).toEqual([null, null]);
});

it('reads the sets that were asked for by asin or barcode while it waited in one go', async () => {
  const prices = new NothingListed();
  const documents = documentsOf(prices);
  await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      documents.named(n % 2 === 0 ? { asin: `B00AAAAAA${n}` } : { upc: `03600029145${n}` }, stamp(1)),
    ),
  );
  expect(prices.questions).toHaveLength(1);
});
