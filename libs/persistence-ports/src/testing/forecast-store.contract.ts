import { DAY } from './builders.ts';
import { dataVersions, type OpenStores, type StoresUnderTest } from './stores.ts';

/** What every store of forecasts must do. */
export function describeForecastPorts(open: OpenStores): void {
  describe('ForecastStore', () => {
    let stores: StoresUnderTest;
    beforeEach(async () => {
      stores = await open();
    });

    it('finds null before the first forecast, then the one that was stored last, as it was', async () => {
      expect(await stores.forecasts.findLatest()).toBeNull();
      await stores.forecasts.save({ through: '2025-12' }, new Date('2026-01-01T00:00:00Z'));
      const latest = {
        forecast: { through: '2026-01', tables: [[-0.125, 0, 0.25]], refusal: null },
        learnedAt: new Date('2026-02-02T03:04:05Z'),
      };
      await stores.forecasts.save(latest.forecast, latest.learnedAt);
      expect(await stores.forecasts.findLatest()).toEqual(latest);
    });

    it('raises the version of market data and changes no item; raises none when it is the same again', async () => {
      const versions = await dataVersions(stores);
      const learned = { through: '2025-12', tables: [[0.5]] };
      for (const day of ['2026-01-01', '2026-01-02']) await stores.forecasts.save(learned, new Date(day));
      expect(await dataVersions(stores)).toEqual({ ...versions, market: versions.market + 1 });
      const page = { afterKey: 0, limit: 100, retailStaleDays: 30 };
      expect(await stores.changes.list({ versions, day: DAY }, DAY, page)).toMatchObject({ changes: [] });
    });
  });
}
