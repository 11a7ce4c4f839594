import { type OpenStores, type StoresUnderTest } from './stores.ts';

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
  });
}
