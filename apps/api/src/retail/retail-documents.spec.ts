import { type RetailListing, RetailPrices } from '@brickmarket/persistence-ports';
import type { DataStamp } from '../hot-path/versioned-cache.ts';
import { RetailDocuments } from './retail-documents.ts';

const stamp = (retail: number): DataStamp => ({ versions: { catalog: 1, market: 1, retail }, day: '2026-11-15' });

/** No retailer lists anything; lets something happen while it is being asked. */
class NothingListed extends RetailPrices {
  meanwhile: () => Promise<unknown> = () => Promise.resolve();

  async findByNumbers(setNumbers: readonly string[]): Promise<ReadonlyMap<string, RetailListing | null>> {
    await this.meanwhile();
    return new Map(setNumbers.map((number) => [number, null]));
  }

  findNamed(): Promise<null> {
    return Promise.resolve(null);
  }
}

it('answers with the rows it had at hand, although prices change while the others are read', async () => {
  const prices = new NothingListed();
  const documents = new RetailDocuments(prices, { answerTimeoutMs: 60_000 });
  await documents.ofSets(['1-1'], stamp(1));
  prices.meanwhile = async () => {
    prices.meanwhile = () => Promise.resolve();
    await documents.ofSets(['3-1'], stamp(2));
  };
  const rows = await documents.ofSets(['1-1', '2-1'], stamp(1));
  expect(rows.map(({ json }) => json)).toEqual(['null', 'null']);
});
