import { CONDITIONS, firstDayOfMonth, parseIsoMonth } from '@brickmarket/domain';
import type { MonthSeries, PublishedMonth, SetValueSteps } from '../values/history.ts';
import { ComputationRunningError } from '../ops/system.ts';
import { DAY, aMarketSale, aRun, feed, someDetails, valuesOf } from './builders.ts';
import { dataVersions, importSets, type OpenStores, type StoresUnderTest } from './stores.ts';

const JULY = parseIsoMonth('2026-07')!;

/** What every store of published months and value steps must do. */
export function describeHistoryPorts(open: OpenStores): void {
  describe('the history ports', () => {
    let stores: StoresUnderTest;
    let setIds: ReadonlyMap<string, number>;
    beforeEach(async () => {
      stores = await open();
      setIds = (await importSets(stores, '1-1', '2-1')).sets;
    });

    /** A month with two sales around 10 dollars, but for what the test says. */
    function aMonth(month: number, facts: Partial<PublishedMonth> = {}): PublishedMonth {
      return { month, valueCents: 1_000, lowCents: 900, highCents: 1_100, salesCount: 2, event: null, ...facts };
    }
    const NO_SALES = { valueCents: null, lowCents: null, highCents: null, salesCount: 0 };

    /** Publishes months of the first set, sealed. */
    async function publish(first: number, through: number, ...months: PublishedMonth[]): Promise<void> {
      await stores.months.run(async (session) => {
        const [series] = await session.listSeries('1-1');
        await session.publish([{ series: series!, first, through, months }]);
      });
    }
    const published = async () => (await stores.monthHistory.findByNumbers(['1-1'], 'sealed')).get('1-1')!;

    describe('MonthStore', () => {
      it('refuses a second publication for as long as one is running, and no longer', async () => {
        await stores.months.run(async () => {
          await expect(stores.months.run(async () => 'second')).rejects.toThrow(ComputationRunningError);
        });
        expect(await stores.months.run(async () => 'again')).toBe('again');
      });

      it('lists every set in both conditions, or one, by id and condition; none for an unknown number', async () => {
        await stores.catalogImport.mergeSetDetails(feed([someDetails('1-1', { releaseDay: 18_000, exitDay: 19_000 })]));
        const facts = { releaseDay: null, exitDay: null, published: null };
        const own = { ...facts, releaseDay: 18_000, exitDay: 19_000 };
        const list = (number?: string) => stores.months.run((session) => session.listSeries(number));
        expect(await list()).toEqual([
          { itemId: setIds.get('1-1'), condition: 'sealed', ...own },
          { itemId: setIds.get('1-1'), condition: 'used', ...own },
          { itemId: setIds.get('2-1'), condition: 'sealed', ...facts },
          { itemId: setIds.get('2-1'), condition: 'used', ...facts },
        ]);
        expect((await list('2-1')).map(({ itemId }) => itemId)).toEqual([setIds.get('2-1'), setIds.get('2-1')]);
        expect(await list('9-9')).toEqual([]);
        await publish(JULY, JULY + 1);
        expect((await list('1-1')).map((series) => series.published)).toEqual([
          { first: JULY, through: JULY + 1 },
          null,
        ]);
      });

      it('reads the sales of a scope', async () => {
        const sale = aMarketSale(DAY, { condition: 'used', priceCents: 5, sourceRef: 'a' });
        await stores.salesImport.mergeSales(feed([{ itemId: setIds.get('1-1')!, sale }]));
        const read: unknown[] = [];
        await stores.months.run((session) =>
          session.readSales({ itemIds: 'all', after: DAY - 1, until: DAY }, ({ condition, length, day, priceCents }) =>
            read.push([condition, length, day[0], priceCents[0]]),
          ),
        );
        expect(read).toEqual([['used', 1, DAY, 5]]);
      });

      it('never changes a published month by publishing it again, and adds those after it', async () => {
        await publish(JULY, JULY + 1, aMonth(JULY));
        const before = await dataVersions(stores);
        await publish(JULY, JULY + 2, aMonth(JULY, { valueCents: 1 }), aMonth(JULY + 2));
        expect(await published()).toMatchObject({
          published: { first: JULY, through: JULY + 2 },
          months: [aMonth(JULY), aMonth(JULY + 2)],
        });
        expect(await dataVersions(stores)).toEqual({ ...before, market: before.market + 1 });
      });

      it('publishes nothing when the months cannot be produced to the end', async () => {
        const failing = stores.months.run(async (session) => {
          const [series] = await session.listSeries('1-1');
          function* broken() {
            yield { series: series!, first: JULY, through: JULY, months: [aMonth(JULY)] };
            throw new Error('cut off');
          }
          await session.publish(broken());
        });
        await expect(failing).rejects.toThrow('cut off');
        expect((await published()).published).toBeNull();
      });

      it('restates published months and returns what they were; null where there was nothing', async () => {
        await publish(JULY, JULY + 1, aMonth(JULY));
        const restate = (months: readonly PublishedMonth[]) =>
          stores.months.run(async (session) => {
            const [series] = (await session.listSeries('1-1')) as [MonthSeries];
            return session.restate(months.map((after) => ({ series, after, by: 'Ada', reason: 'a late feed' })));
          });
        const [first, second] = [aMonth(JULY, { valueCents: 950, salesCount: 3 }), aMonth(JULY + 1)];
        expect(await restate([first, second])).toEqual([aMonth(JULY), null]);
        expect((await published()).months).toEqual([first, second]);
        // A restatement is the only way: publishing still changes nothing.
        await publish(JULY, JULY + 1, aMonth(JULY, { valueCents: 1 }));
        expect((await published()).months).toEqual([first, second]);
      });

      it('fills in months that had no sales, once for each change of sales, and no month that had some', async () => {
        await publish(JULY, JULY + 1, aMonth(JULY));
        const itemId = setIds.get('1-1')!;
        const soldSince = firstDayOfMonth(JULY);
        const rechecked = () => stores.months.run((session) => session.listRechecked());
        expect(await rechecked()).toEqual([]);
        await stores.salesImport.mergeSales(feed([{ itemId, sale: aMarketSale(soldSince, { sourceRef: 'late' }) }]));
        expect(await rechecked()).toEqual([{ itemId, revision: null, soldSince }]);
        await stores.valuations.run(async (session) => {
          const items = await session.listItems(new Date(0));
          await session.publish(aRun({ items, values: items.flatMap((item) => valuesOf(item, 100)) }));
        });
        const seen = await rechecked();
        expect(seen).toEqual([{ itemId, revision: expect.any(String), soldSince }]);
        const late = [aMonth(JULY, { valueCents: 1 }), aMonth(JULY + 1, { valueCents: 2 })];
        const months = late.map((month) => ({ itemId, condition: 'sealed', month }) as const);
        const filled = stores.months.run((session) =>
          session.backfillMonths(months, seen, { by: 'job', reason: 'first sales' }),
        );
        expect(await filled).toBe(1);
        expect((await published()).months).toEqual([aMonth(JULY), late[1]]);
        expect(await rechecked()).toEqual([]);
      });
    });

    describe('MonthHistory', () => {
      it('finds months with sales or an event, oldest first; unknown numbers are absent', async () => {
        await publish(JULY, JULY + 3, aMonth(JULY + 2), aMonth(JULY, { ...NO_SALES, event: 'released' }));
        const found = await stores.monthHistory.findByNumbers(['1-1', '9-9', '2-1'], 'sealed');
        expect([...found.keys()].toSorted()).toEqual(['1-1', '2-1']);
        expect(found.get('1-1')).toEqual({
          setNumber: '1-1',
          published: { first: JULY, through: JULY + 3 },
          months: [aMonth(JULY, { ...NO_SALES, event: 'released' }), aMonth(JULY + 2)],
        });
        const nothing = { published: null, months: [] };
        expect(found.get('2-1')).toEqual({ setNumber: '2-1', ...nothing });
        expect((await stores.monthHistory.findByNumbers(['1-1'], 'used')).get('1-1')).toMatchObject(nothing);
      });

      it('counts no sales of incomplete copies of a set without them, nor of an unknown number', async () => {
        for (const number of ['1-1', '9-9'])
          expect(await stores.monthHistory.countIncomplete(number)).toEqual({ sealed: 0, used: 0 });
      });
    });

    /** Values of sets 1-1 and 2-1 on a day and thirty days later. */
    const publishTwice = async (): Promise<void> => {
      for (const [asOf, one, two] of [
        [DAY, 1_000, 4_000],
        [DAY + 30, 2_000, 2_500],
      ] as const)
        await stores.valuations.run(async (session) => {
          const items = await session.listItems(new Date(0));
          const cents = new Map([
            [setIds.get('1-1')!, one],
            [setIds.get('2-1')!, two],
          ]);
          const values = items.flatMap((item) => valuesOf(item, cents.get(item.itemId) ?? null));
          await session.publish(aRun({ asOf, items, values, pastValues: [] }));
        });
    };

    describe('ThemeMoves', () => {
      it('adds up the sets of each theme and condition whose value is known on both days', async () => {
        await publishTwice();
        const castle = { theme: 'Castle', sets: setIds.size };
        const sealed = async (before: number, now: number) =>
          (await stores.themeMoves.list(['Castle', 'Unheard of'], { before, now })).filter(
            ({ condition }) => condition === 'sealed',
          );
        const known = { ...castle, condition: 'sealed', valuedSets: 2, beforeCents: 5_000 };
        expect(await sealed(DAY, DAY + 30)).toEqual([{ ...known, nowCents: 4_500 }]);
        expect(await sealed(DAY, DAY + 29)).toEqual([{ ...known, nowCents: 5_000 }]);
        expect(await stores.themeMoves.list([], { before: DAY, now: DAY })).toEqual([]);
        expect(await stores.themeMoves.list(['Castle'], { before: DAY - 1, now: DAY + 30 })).toEqual(
          expect.arrayContaining(
            CONDITIONS.map((condition) => ({ ...castle, condition, valuedSets: 0, beforeCents: 0, nowCents: 0 })),
          ),
        );
      });
    });

    describe('MarketMovers', () => {
      it('lists what has risen and fallen since a day, the largest moves first, of values above a bound', async () => {
        await publishTwice();
        const since = (day: number, leastCents = 1) => stores.movers.list(day, { limit: 5, leastCents });
        expect(await since(DAY + 10)).toEqual({
          risen: [{ setNumber: '1-1', beforeCents: 1_000, nowCents: 2_000 }],
          fallen: [{ setNumber: '2-1', beforeCents: 4_000, nowCents: 2_500 }],
        });
        expect(await since(DAY + 10, 1_001)).toMatchObject({ risen: [], fallen: [{ setNumber: '2-1' }] });
        // Nothing has moved since the last value, and nothing was known before the first.
        expect(await since(DAY + 30)).toEqual({ risen: [], fallen: [] });
        expect(await since(DAY - 1)).toEqual({ risen: [], fallen: [] });
      });
    });

    describe('SetValueHistory', () => {
      /** Day and cents of each step of a set; null when it has none. */
      function steps(sets: readonly SetValueSteps[], index: number): (number | undefined)[][] | null {
        const range = sets[index]!.steps;
        if (range === null) return null;
        return Array.from({ length: (range.end - range.start) / 2 }, (_, step) => [
          range.table[range.start + 2 * step],
          range.table[range.start + 2 * step + 1],
        ]);
      }

      it('reads the steps of a span and the one in force before, by day, in the order asked', async () => {
        for (const [asOf, cents] of [
          [DAY, 100],
          [DAY + 1, 100],
          [DAY + 5, null],
          [DAY + 9, 300],
        ] as const)
          await stores.valuations.run(async (session) => {
            const items = (await session.listItems(new Date(0))).filter(({ itemId }) => itemId === setIds.get('1-1'));
            const itemId = items[0]!.itemId;
            // Later runs give no past: it would replace the steps that are stored from its first day on.
            const past = [
              { itemId, condition: 'sealed', day: DAY - 9, valueCents: 50 },
              { itemId, condition: 'used', day: DAY - 9, valueCents: 30 },
            ] as const;
            const pastValues = asOf === DAY ? past : [];
            await session.publish(aRun({ asOf, items, values: valuesOf(items[0]!, cents), pastValues }));
          });
        const wanted = [
          { setId: setIds.get('2-1')!, condition: 'sealed' },
          { setId: setIds.get('1-1')!, condition: 'sealed' },
          { setId: setIds.get('1-1')!, condition: 'used' },
        ] as const;
        const read = async (from: number, until: number) =>
          steps(await stores.valueHistory.read(wanted, { from, until }), 1)!.map(([day, cents]) => [
            day! - DAY,
            cents! < 0 ? 'unknown' : cents,
          ]);
        const whole = await stores.valueHistory.read(wanted, { from: 0, until: DAY + 100 });
        expect(whole).toMatchObject([
          { setNumber: '2-1', title: 'Set 2-1', theme: 'Castle', steps: null },
          { setNumber: '1-1', title: 'Set 1-1' },
          { setNumber: '1-1', title: 'Set 1-1' },
        ]);
        expect(steps(whole, 0)).toBeNull();
        expect(await read(0, DAY + 100)).toEqual([
          [-9, 50],
          [0, 100],
          [5, 'unknown'],
          [9, 300],
        ]);
        expect(steps(whole, 2)!.map(([day, cents]) => [day! - DAY, cents! < 0 ? 'unknown' : cents])).toEqual([
          [-9, 30],
          [0, 'unknown'],
        ]);
        expect(await read(DAY + 1, DAY + 5)).toEqual([
          [0, 100],
          [5, 'unknown'],
        ]);
        expect(await read(DAY + 5, DAY + 8)).toEqual([[5, 'unknown']]);
        const many = Array.from({ length: 1_000 }, (_, index) => wanted[index % wanted.length]!);
        const ofMany = await stores.valueHistory.read(many, { from: 0, until: DAY + 100 });
        expect(many.map((_, index) => steps(ofMany, index))).toEqual(many.map((_, index) => steps(whole, index % 3)));
      });
    });
  });
}
