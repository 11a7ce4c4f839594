import type { DemoRecord } from '../operations.ts';

/** What every demo record must do. `open` gives an empty one. */
export function describeDemoRecord(open: () => Promise<DemoRecord>): void {
  describe('DemoRecord', () => {
    const demo = { seed: 'one', asOf: new Date('2026-11-15T12:34:56.789Z'), sets: 10, minifigs: 5, years: 2.5 };

    it('knows of no demo before one was begun', async () => {
      expect(await (await open()).find()).toBeNull();
    });

    it('holds the demo that was begun last, and whether it is all there', async () => {
      const record = await open();
      await record.begin(demo);
      expect(await record.find()).toEqual({ ...demo, finishedAt: null });
      await record.finish();
      expect(await record.find()).toEqual({ ...demo, finishedAt: expect.any(Date) });
      await record.begin({ ...demo, seed: 'two' });
      expect(await record.find()).toEqual({ ...demo, seed: 'two', finishedAt: null });
    });
  });
}
