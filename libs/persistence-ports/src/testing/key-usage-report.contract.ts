import type { KeyUsageReport } from '../access.ts';

/** What the contract needs arranged: the use of a key `daysAgo` days before the store's today. */
export interface KeyUsageReportFixture {
  readonly report: KeyUsageReport;
  accountWithKeys(names: readonly string[]): Promise<{ accountId: number; keyIds: readonly number[] }>;
  use(keyId: number, daysAgo: number, used: number): Promise<void>;
}

/** What every usage report must do. */
export function describeKeyUsageReport(open: () => Promise<KeyUsageReportFixture>): void {
  describe('KeyUsageReport', () => {
    it('counts today as the last day of the period', async () => {
      const fixture = await open();
      const { accountId, keyIds } = await fixture.accountWithKeys(['used', 'idle']);
      for (const [daysAgo, used] of [
        [0, 3],
        [29, 5],
        [30, 7],
      ] as const)
        await fixture.use(keyIds[0]!, daysAgo, used);
      const usage = await fixture.report.lastDays(accountId, 30);
      expect(usage.keys).toMatchObject([
        { name: 'used', usedToday: 3 },
        { name: 'idle', usedToday: 0, days: [] },
      ]);
      expect(usage.keys[0]!.days.map((day) => day.used)).toEqual([5, 3]);
      expect(usage.keys[0]!.days.at(-1)!.day).toBe(usage.today);
    });

    it('never shows the use of another account', async () => {
      const fixture = await open();
      const ann = await fixture.accountWithKeys(['ann']);
      const bob = await fixture.accountWithKeys(['bob']);
      await fixture.use(bob.keyIds[0]!, 0, 9);
      expect((await fixture.report.lastDays(ann.accountId, 30)).keys).toMatchObject([{ name: 'ann', usedToday: 0 }]);
    });
  });
}
