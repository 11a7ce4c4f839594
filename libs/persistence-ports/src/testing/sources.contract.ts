import type { Lease, SourceSettings } from '../sources/sources.ts';
import { storeHoldings } from './books.ts';
import { aHolding, DAY, feed } from './builders.ts';
import { MarketUnderTest } from './market-under-test.ts';
import { anAccount, type OpenStores, type StoresUnderTest } from './stores.ts';

const NOON = '2026-11-15T12:00:00Z';
const SETTINGS: SourceSettings = {
  address: 'http://127.0.0.1:1/api',
  callsADay: 3,
  callsASecond: 1_000,
  options: { region: 'all' },
};
const LATER = new Date('2026-11-16T00:00:00Z');

/** What every store of sources must do. */
export function describeSourcePorts(open: OpenStores): void {
  let stores: StoresUnderTest;
  const openWith = async (settings: Partial<SourceSettings> = {}): Promise<void> => {
    stores = await open();
    await stores.moveClock(NOON);
    await stores.sources.put('shop', { ...SETTINGS, ...settings });
  };

  describe('SourceRegistry', () => {
    beforeEach(() => openWith());

    it('keeps how a source is called, and counts nothing at first', async () => {
      const stored = {
        ...SETTINGS,
        name: 'shop',
        state: 'active',
        addedAt: new Date(NOON),
        termsReadAt: new Date(NOON),
        blockedUntil: null,
        memory: {},
        plannedAt: null,
        callsToday: 0,
        dayEndsAt: LATER,
        items: 0,
        itemsDue: 0,
        oldestItemAt: null,
        lastSuccessAt: null,
        lastError: null,
        rowsImported: 0,
        rowsRejected: 0,
      };
      expect(await stores.sources.list()).toEqual([stored]);
      expect(await stores.sources.find('shop')).toEqual(stored);
      expect(await stores.sources.find('other')).toBeNull();
    });

    it('keeps counters and items when settings change, and makes a stopped source active', async () => {
      await stores.sourceQueue.plan('shop', [{ item: 'a', rank: 1 }]);
      await stores.sourceBudget.charge('shop', 2);
      await stores.sources.noteFault('shop', { kind: 'key-refused', sentence: 'The key is wrong.' }, null, true);
      expect(await stores.sources.find('shop')).toMatchObject({
        state: 'stopped',
        lastError: { kind: 'key-refused', sentence: 'The key is wrong.', at: new Date(NOON) },
      });
      await stores.sources.put('shop', { ...SETTINGS, address: 'http://127.0.0.1:2/api' });
      expect(await stores.sources.find('shop')).toMatchObject({
        address: 'http://127.0.0.1:2/api',
        state: 'active',
        callsToday: 2,
        items: 1,
        itemsDue: 1,
      });
    });

    it('pauses and removes a source, and knows no other', async () => {
      expect(await stores.sources.setState('shop', 'paused')).toBe(true);
      expect(await stores.sources.find('shop')).toMatchObject({ state: 'paused' });
      expect(await stores.sources.setState('other', 'paused')).toBe(false);
      expect([await stores.sources.remove('shop'), await stores.sources.remove('shop')]).toEqual([true, false]);
      expect(await stores.sources.list()).toEqual([]);
    });
  });

  describe('SourceBudget', () => {
    beforeEach(() => openWith());

    it('never grants more calls in a day than there are, however many ask', async () => {
      const charged = await Promise.all(Array.from({ length: 20 }, () => stores.sourceBudget.charge('shop', 1)));
      expect(charged.filter(({ isGranted }) => isGranted)).toHaveLength(3);
      expect(await stores.sourceBudget.charge('shop', 1)).toEqual({ isGranted: false, because: 'budget' });
      expect(await stores.sources.find('shop')).toMatchObject({ callsToday: 3 });
    });

    it('begins again at midnight, UTC, and not when a clock goes back', async () => {
      await stores.sourceBudget.charge('shop', 3);
      await stores.moveClock('2026-11-16T00:00:00Z');
      expect(await stores.sources.find('shop')).toMatchObject({ callsToday: 0 });
      expect(await stores.sourceBudget.charge('shop', 2)).toMatchObject({ isGranted: true });
      await stores.moveClock('2026-11-15T23:59:59Z');
      expect(await stores.sourceBudget.charge('shop', 2)).toEqual({ isGranted: false, because: 'budget' });
      expect(await stores.sourceBudget.charge('shop', 1)).toMatchObject({ isGranted: true });
    });

    it('spreads calls over the second, for all processes', async () => {
      await stores.sources.put('shop', { ...SETTINGS, callsASecond: 0.01 });
      expect(await stores.sourceBudget.charge('shop', 1)).toEqual({ isGranted: true, waitMs: 0 });
      const second = await stores.sourceBudget.charge('shop', 1);
      expect(second).toMatchObject({ isGranted: true });
      expect(second.isGranted && second.waitMs).toBeGreaterThan(50_000);
    });

    it('grants nothing to a source that is paused, stopped, blocked or gone', async () => {
      const { sources, sourceBudget } = stores;
      const fault = { kind: 'throttled', sentence: 'Too many calls.' };
      await sources.noteFault('shop', fault, new Date('2026-11-15T12:15:00Z'), false);
      expect(await sourceBudget.charge('shop', 1)).toEqual({ isGranted: false, because: 'blocked' });
      await stores.moveClock('2026-11-15T12:15:00Z');
      expect(await sourceBudget.charge('shop', 1)).toMatchObject({ isGranted: true });
      await sources.setState('shop', 'paused');
      expect(await sourceBudget.charge('shop', 1)).toEqual({ isGranted: false, because: 'paused' });
      await sources.noteFault('shop', fault, null, true);
      expect(await sourceBudget.charge('shop', 1)).toEqual({ isGranted: false, because: 'stopped' });
      expect(await sourceBudget.charge('other', 1)).toEqual({ isGranted: false, because: 'removed' });
    });
  });

  describe('SourceQueue', () => {
    beforeEach(() => openWith());

    const LEASE_MS = 60_000;
    const lease = (atOnce = 10, leaseMs = LEASE_MS, batch = 1): Promise<Lease | null> =>
      stores.sourceQueue.lease('shop', { atOnce, batch, leaseMs });
    const finished = ({ items, ...leased }: Lease, hasFound: boolean) => ({
      ...leased,
      items: items.map(({ item }) => ({ item, hasFound, dueAt: LATER })),
    });
    const finish = async (hasFound: boolean, more: object = {}): Promise<void> =>
      stores.sourceQueue.finish({ ...finished((await lease())!, hasFound), ...more });
    const plan = (...items: readonly string[]): Promise<void> =>
      stores.sourceQueue.plan(
        'shop',
        items.map((item, index) => ({ item, rank: items.length - index })),
      );

    it('leases each due item to one process, the highest rank first, and so many at once', async () => {
      await plan('a', 'b', 'c');
      const leased = await Promise.all([lease(2), lease(2), lease(2)]);
      expect(new Set(leased.map((one) => one?.items[0]!.item ?? null))).toEqual(new Set(['a', 'b', null]));
      expect(await lease(3)).toMatchObject({ source: 'shop', items: [{ item: 'c', askedAt: null, misses: 0 }] });
      expect(await lease()).toBeNull();
    });

    it('leases the first items of a batch together, which is one lease', async () => {
      await plan('a', 'b', 'c');
      const batch = (await lease(1, LEASE_MS, 2))!;
      expect(batch.items.map(({ item }) => item).toSorted()).toEqual(['a', 'b']);
      expect(await lease(1)).toBeNull();
      await stores.sourceQueue.finish(finished(batch, true));
      expect(await lease(1, LEASE_MS, 2)).toMatchObject({ items: [{ item: 'c' }] });
    });

    it('takes the items of a dead process back, and hears nothing more from it', async () => {
      await plan('a');
      const lost = (await lease(10, 0))!;
      const taken = (await lease())!;
      expect(taken.items).toMatchObject([{ item: 'a' }]);
      await stores.sourceQueue.finish(finished(lost, true));
      await stores.sourceQueue.release(lost);
      expect(await stores.sourceQueue.listItems('shop')).toMatchObject([{ askedAt: null, dueAt: new Date(NOON) }]);
    });

    it('notes when an item was asked for and found, counts vain calls, and waits until it is due', async () => {
      await plan('a');
      await finish(true, { memory: { etag: 'x' } });
      expect(await lease()).toBeNull();
      expect(await stores.sources.find('shop')).toMatchObject({
        memory: { etag: 'x' },
        lastSuccessAt: new Date(NOON),
        oldestItemAt: new Date(NOON),
        itemsDue: 0,
      });
      await stores.moveClock(LATER.toISOString());
      await finish(false);
      expect(await stores.sourceQueue.listItems('shop')).toEqual([
        { item: 'a', askedAt: LATER, foundAt: new Date(NOON), misses: 1, dueAt: LATER },
      ]);
      expect(await stores.sources.find('shop')).toMatchObject({ memory: { etag: 'x' } });
    });

    it('gives an item back', async () => {
      await plan('a');
      await stores.sourceQueue.release((await lease())!);
      expect(await lease()).toMatchObject({ items: [{ item: 'a', askedAt: null }] });
    });

    it('makes no call of a source that must be quiet after an answer', async () => {
      await plan('a');
      await finish(true, { quietUntil: new Date('2026-11-15T12:01:00Z') });
      expect(await stores.sourceBudget.charge('shop', 1)).toEqual({ isGranted: false, because: 'blocked' });
      await stores.moveClock('2026-11-15T12:01:00Z');
      expect(await stores.sourceBudget.charge('shop', 1)).toMatchObject({ isGranted: true });
    });

    it('plans again: ranks change, what was asked for stays, and what is not planned goes', async () => {
      await plan('a', 'b', 'c');
      await finish(true);
      await plan('c', 'a');
      expect((await stores.sourceQueue.listItems('shop')).map(({ item }) => item).toSorted()).toEqual(['a', 'c']);
      expect(await lease()).toMatchObject({ items: [{ item: 'c' }] });
      expect(await stores.sources.find('shop')).toMatchObject({ items: 2, plannedAt: new Date(NOON) });
    });

    it('says of each set and numbered minifigure what sold, how wide its range is, and if it is held', async () => {
      const market = await MarketUnderTest.open(() => Promise.resolve(stores));
      await stores.salesImport.mergeSales(feed([market.aSale({ day: DAY }), market.aSale({ day: DAY - 1 })]));
      await market.valueChanged();
      await stores.moveClock(new Date(DAY * 86_400_000).toISOString());
      const facts = await stores.sourceQueue.listMarketFacts();
      expect(facts).toHaveLength(2);
      expect(facts.find(({ condition }) => condition === 'sealed')).toMatchObject({
        kind: 'set',
        number: '1-1',
        sales: 2,
        isHeld: false,
      });
      const account = await anAccount(stores);
      await storeHoldings(stores, account.id, [{ setId: market.setId, holding: aHolding('1-1') }]);
      expect(await stores.sourceQueue.listMarketFacts()).toMatchObject([{ isHeld: true }, { isHeld: true }]);
    });

    it('takes sales that answer an item with its next date, in one import for each day of a source', async () => {
      const market = await MarketUnderTest.open(() => Promise.resolve(stores));
      await plan('a', 'b');
      const answer = async (day: number): Promise<void> => {
        const answers = finished((await lease())!, true);
        await stores.salesImport.mergeSales(feed([market.aSale({ day })]), {
          files: ['shop 2026-11-15'],
          facts: () => ({ rejected: 1, checksum: 'c' }),
          answers,
        });
      };
      await answer(DAY);
      await answer(DAY - 1);
      expect(await lease()).toBeNull();
      const [run, ...others] = await stores.journal.list(5);
      expect(run).toMatchObject({
        state: 'done',
        files: ['shop 2026-11-15'],
        counts: { inserted: 2, changed: 0, unchanged: 0, rejected: 2 },
      });
      expect(others.filter(({ files }) => files[0] === 'shop 2026-11-15')).toEqual([]);
      expect(await stores.sources.find('shop')).toMatchObject({ rowsImported: 2, rowsRejected: 2, itemsDue: 0 });
    });
  });

  describe('ExchangeRates', () => {
    it('keeps a rate for each day, corrects it, and finds the last one of a week', async () => {
      const { exchangeRates } = await open();
      expect(await exchangeRates.lastDay()).toBeNull();
      const rate = { day: DAY, currency: 'USD', rate: 1.1432 };
      expect(await exchangeRates.put([rate, { ...rate, day: DAY - 1, rate: 1.1 }])).toBe(2);
      expect(await exchangeRates.put([rate, { ...rate, currency: 'GBP', rate: 0.8567 }])).toBe(1);
      expect(await exchangeRates.put([{ ...rate, rate: 1.15 }])).toBe(1);
      expect(await exchangeRates.lastDay()).toBe(DAY);
      const newest = [
        { day: DAY, currency: 'GBP', rate: 0.8567 },
        { day: DAY, currency: 'USD', rate: 1.15 },
      ];
      for (const day of [DAY, DAY + 7]) expect(await exchangeRates.findOn(day)).toEqual(newest);
      expect(await exchangeRates.findOn(DAY + 8)).toEqual([]);
      expect(await exchangeRates.findOn(DAY - 1)).toEqual([{ day: DAY - 1, currency: 'USD', rate: 1.1 }]);
    });
  });
}
