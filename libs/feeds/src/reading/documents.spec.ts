import { TemporaryFolder } from '../testing/feed-files.ts';
import { readXmlRecords } from './documents.ts';

const folder = new TemporaryFolder();

it('gives the items of a large XML file while it is read: a store of any size needs little memory', async () => {
  const items = 40_000;
  const file = folder.write('store.xml', `<INVENTORY>${'<ITEM><ITEMID>1-1</ITEMID></ITEM>'.repeat(items)}</INVENTORY>`);
  const batches: number[] = [];
  for await (const batch of readXmlRecords(file, {})) batches.push(batch.length);
  expect(batches.reduce((sum, length) => sum + length, 0)).toBe(items);
  expect(Math.max(...batches)).toBeLessThan(items / 2);
});
