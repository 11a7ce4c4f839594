import { FeedBatch } from '@brickmarket/feeds';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nothingChanged, totalCounts } from './import-summary.ts';
import { runImport } from './run-import.ts';

const folder = mkdtempSync(join(tmpdir(), 'tally-'));
afterAll(() => rmSync(folder, { recursive: true }));
const input = join(folder, 'sales.csv');

function batchOf(...numbers: string[]): FeedBatch<string> {
  const batch = new FeedBatch<string>('sales.csv');
  for (const [index, number] of numbers.entries()) {
    batch.records.push(number);
    batch.sources.push({ line: index + 2, text: `${number},"a, b"` });
  }
  return batch;
}

describe('the books of an import', () => {
  it('hand on what fits and write down what does not, with line, reason and row', async () => {
    const summary = await runImport('sales', input, {}, async (tally) => {
      const batch = batchOf('known-1', 'lost-1');
      batch.rejects.push({ file: 'sales.csv', line: 9, reason: 'has no price', row: 'x,,' });
      batch.warnings.push({ file: 'sales.csv', line: 2, reason: 'odd', row: '' });
      expect(
        await tally.take('sales', batch, (number) => (number.startsWith('lost') ? `set ${number} is unknown` : null)),
      ).toEqual(['known-1']);
      tally.merged('sales', { inserted: 1, changed: 0, unchanged: 0 });
      tally.found('nothing', []);
      tally.found('disappeared sets', ['9-1']);
    });
    expect(summary).toMatchObject({
      subject: 'sales',
      counts: { sales: { read: 3, inserted: 1, changed: 0, unchanged: 0, rejected: 2 } },
      warnings: 1,
      firstWarnings: ['sales.csv:2 odd'],
      findings: { 'disappeared sets': ['9-1'] },
      rejectsFile: `${input}.rejects.csv`,
    });
    expect(readFileSync(`${input}.rejects.csv`, 'utf8')).toBe(
      'file,line,reason,row\r\nsales.csv,9,has no price,"x,,"\r\nsales.csv,3,set lost-1 is unknown,"lost-1,""a, b"""\r\n',
    );
    expect(totalCounts(summary)).toEqual({ ...summary.counts['sales'], removed: 0 });
    expect(nothingChanged(summary)).toBe(false);
  });

  it('leave no rejects file when nothing was rejected, not even an old one', async () => {
    writeFileSync(`${input}.rejects.csv`, 'of yesterday');
    const summary = await runImport(
      'sales',
      input,
      {},
      async (tally) => void (await tally.take('sales', batchOf('a'))),
    );
    expect(summary.rejectsFile).toBeNull();
    expect(existsSync(`${input}.rejects.csv`)).toBe(false);
    expect(nothingChanged(summary)).toBe(true);
  });

  it('put rejects where told, and in a folder when a folder is imported', async () => {
    const take = (tally: { take(kind: string, batch: FeedBatch<string>, misfit: () => string): Promise<unknown> }) =>
      tally.take('sets', batchOf('a'), () => 'no').then(() => undefined);
    expect((await runImport('catalog', folder, {}, take)).rejectsFile).toBe(join(folder, 'rejects.csv'));
    expect((await runImport('catalog', folder, { rejectsPath: join(folder, 'x.csv') }, take)).rejectsFile).toBe(
      join(folder, 'x.csv'),
    );
  });

  it('stop the import when rejects cannot be written down', async () => {
    const rejectsPath = join(folder, 'missing', 'x.csv');
    await expect(
      runImport(
        'catalog',
        folder,
        { rejectsPath },
        async (tally) => void (await tally.take('sets', batchOf('a'), () => 'no')),
      ),
    ).rejects.toThrow('choose another place');
  });
});
