import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FeedBatch } from '@brickmarket/feeds';
import { nothingChanged, nothingTaken, totalCounts } from './import-summary.ts';
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
      batch.warnings.push({ file: 'sales.csv', line: 2, reason: 'odd', row: 'odd row' });
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
      'file,line,kind,reason,row\r\nsales.csv,9,reject,has no price,"x,,"\r\n' +
        'sales.csv,3,reject,set lost-1 is unknown,"lost-1,""a, b"""\r\nsales.csv,2,warning,odd,odd row\r\n',
    );
    expect(totalCounts(summary)).toEqual({ ...summary.counts['sales'], removed: 0 });
    expect(nothingChanged(summary)).toBe(false);
  });

  it('count rejects by reason, whatever numbers and texts the reasons name, the most frequent first', async () => {
    const summary = await runImport('sales', input, {}, async (tally) => {
      const batch = batchOf('1-1', '2-1', '3-1');
      batch.rejects.push({ file: 'sales.csv', line: 9, reason: 'price is "x, 1": write dollars like 12.34', row: '' });
      await tally.take('sales', batch, (number) => `there is no set ${number}: nearest ${number}0, ${number}1`);
    });
    expect(summary.rejectReasons).toEqual([
      { count: 3, example: 'sales.csv:2 there is no set 1-1: nearest 1-10, 1-11' },
      { count: 1, example: 'sales.csv:9 price is "x, 1": write dollars like 12.34' },
    ]);
    expect([nothingTaken(summary), nothingChanged(summary)]).toEqual([true, true]);
  });

  it('tell an import that took nothing from one that found all there, and from an empty one', async () => {
    const of = (rows: number, unchanged: number, rejected: number) =>
      runImport('sales', input, {}, async (tally) => {
        await tally.take('sales', batchOf(...Array<string>(rows).fill('a')), () => (rejected-- > 0 ? 'no' : null));
        tally.merged('sales', { inserted: 0, changed: 0, unchanged });
      });
    expect([nothingTaken(await of(2, 2, 0)), nothingTaken(await of(2, 1, 1))]).toEqual([false, false]);
    expect([nothingTaken(await of(0, 0, 0)), nothingTaken(await of(2, 0, 2))]).toEqual([false, true]);
  });

  it('write every warning down, also of records that fit, and name a few', async () => {
    const summary = await runImport('sales', input, {}, async (tally) => {
      await tally.take('sales', batchOf(...Array.from({ length: 100 }, (_, at) => `${at}-1`)), (_, warn) => {
        warn('is of tomorrow');
        return null;
      });
    });
    expect([summary.warnings, summary.firstWarnings[0]]).toEqual([100, 'sales.csv:2 is of tomorrow']);
    const written = readFileSync(summary.rejectsFile!, 'utf8').trimEnd().split('\r\n').slice(1);
    expect(written).toHaveLength(100);
    expect(written[99]).toContain('sales.csv,101,warning,is of tomorrow,"99-1,');
  });

  it('list all that was found, and nothing that was not', async () => {
    const numbers = Array.from({ length: 3_000 }, (_, at) => `${at}-1`);
    const summary = await runImport('catalog', folder, {}, async (tally) => tally.found('disappeared sets', numbers));
    expect(summary.findings['disappeared sets']).toEqual(numbers);
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
