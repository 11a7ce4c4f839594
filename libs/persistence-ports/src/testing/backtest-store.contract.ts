import { type OpenStores, type StoresUnderTest } from './stores.ts';

/** What every store of backtests must do. */
export function describeBacktestPorts(open: OpenStores): void {
  describe('BacktestStore', () => {
    let stores: StoresUnderTest;
    beforeEach(async () => {
      stores = await open();
    });

    it('finds null before the first report, then the one that was stored last, as it was', async () => {
      expect(await stores.backtests.findLatest()).toBeNull();
      await stores.backtests.save({ run: 1 }, new Date('2026-01-01T00:00:00Z'));
      const latest = {
        report: { run: 2, groups: [{ name: 'ü', error: 0.125 }] },
        ranAt: new Date('2026-01-02T03:04:05Z'),
      };
      await stores.backtests.save(latest.report, latest.ranAt);
      expect(await stores.backtests.findLatest()).toEqual(latest);
    });
  });
}
