import {
  barcodeKey,
  type EpochDay,
  parseIsoDay,
  type PriceState,
  type RetailEvent,
  type RetailObservation,
} from '@brickmarket/domain';
import { ImportRunningError } from '../ops/system.ts';
import type { IdentifiedObservation, PriceChangeFold, PriceFold } from '../retail/retail.ts';
import { storeHoldings } from './books.ts';
import { aHolding, brokenFeed, feed, someDetails } from './builders.ts';
import { anAccount, dataVersions, importSets, type OpenStores, type StoresUnderTest } from './stores.ts';

const UPC = '673419340526';
const EAN = '5702017153988';
const EVERYTHING = { changedSince: null, asins: null, barcodeKeys: null };

/** What every store of retail prices must do. */
export function describeRetailPorts(open: OpenStores): void {
  describe('the retail ports', () => {
    let stores: StoresUnderTest;
    let setIds: ReadonlyMap<string, number>;
    beforeEach(async () => {
      stores = await open();
      setIds = (await importSets(stores, '1-1', '2-1', '3-1')).sets;
    });

    const at = (hour: number): Date => new Date(Date.UTC(2026, 10, 1, hour));

    /** An observation at retailer A of which nothing but the price is known, but for what the test says. */
    function seen(setNumber: string, hour: number, priceCents: number, facts: Partial<RetailObservation> = {}) {
      const observation: RetailObservation = {
        retailer: 'retailer_a',
        setNumber,
        asin: null,
        upc: null,
        ean: null,
        observedAt: at(hour),
        priceCents,
        listPriceCents: null,
        sellerType: null,
        inStock: null,
        productUrl: null,
        lowestFbaCents: null,
        fbaSellers: null,
        buyBoxCents: null,
        ...facts,
      };
      return { setId: setIds.get(setNumber)!, observation };
    }

    /** The last price, the lowest, and when it last changed: enough to see which observations were folded. */
    const fold: PriceFold = (before, observations) => {
      let state = before;
      for (const { observedAt, priceCents, listPriceCents, sellerType, inStock, productUrl, ...exit } of observations) {
        const changed: boolean = state !== null && state.priceCents !== priceCents;
        const lowestCents: number = Math.min(state?.lowestCents ?? Infinity, priceCents!);
        const { lowestFbaCents, fbaSellers, buyBoxCents } = exit;
        const next: PriceState = {
          priceCents,
          listPriceCents,
          sellerType,
          inStock,
          productUrl,
          changedAt: changed ? observedAt : (state?.changedAt ?? null),
          lastChangeCents: changed ? priceCents! - state!.priceCents! : (state?.lastChangeCents ?? null),
          lowestCents,
          atLowest: lowestCents === priceCents,
          flip1pTo3p: false,
          exit: { lowestFbaCents, fbaSellers, buyBoxCents },
          lastCheckedAt: observedAt,
          lastShownPriceCents: priceCents,
          lastKnownSellerType: sellerType,
        };
        state = next;
      }
      return state!;
    };

    const noNews = (): readonly RetailEvent[] => [];
    /** Every observation is a change: enough to see which were folded, and after which state. */
    const changesOf: PriceChangeFold = (_before, observations) =>
      observations.map(({ observedAt, priceCents, sellerType }) => ({ at: observedAt, priceCents, sellerType }));

    const merge = (...observations: IdentifiedObservation[]) =>
      stores.retailImport.mergeObservations(feed(observations), fold, noNews, changesOf);
    const listing = async (number: string) => (await stores.retailPrices.findByNumbers([number])).get(number);

    describe('RetailPriceHistory', () => {
      const prices = async (number: string) =>
        Object.values(await stores.retailHistory.read(number)).map((changes) =>
          changes.map(({ at: instant, priceCents, sellerType }) => [instant.getUTCHours(), priceCents, sellerType]),
        );

      it('has the changes at both retailers, oldest first, with what later observations add', async () => {
        await merge(seen('1-1', 1, 100, { sellerType: 'retailer' }), seen('1-1', 2, 90), seen('2-1', 1, 55));
        await merge(seen('1-1', 3, 95), seen('1-1', 1, 80, { retailer: 'retailer_b', sellerType: 'third_party' }));
        expect(await prices('1-1')).toEqual([
          [
            [1, 100, 'retailer'],
            [2, 90, null],
            [3, 95, null],
          ],
          [[1, 80, 'third_party']],
        ]);
      });

      it('is computed again from all observations when one arrives late, of that set and retailer alone', async () => {
        await merge(seen('1-1', 1, 100), seen('1-1', 3, 90), seen('2-1', 3, 55));
        await merge(seen('1-1', 2, 70));
        expect(await prices('1-1')).toEqual([
          [
            [1, 100, null],
            [2, 70, null],
            [3, 90, null],
          ],
          [],
        ]);
        expect(await prices('2-1')).toEqual([[[3, 55, null]], []]);
      });

      it('is empty for a set without observations, and for no set', async () => {
        expect(await prices('3-1')).toEqual([[], []]);
        expect(await prices('9-9')).toEqual([[], []]);
      });
    });

    describe('RetailImport', () => {
      it('loads all sets with their barcodes, and every code that a set was observed with', async () => {
        await stores.catalogImport.mergeSetDetails(feed([someDetails('2-1', { upc: UPC, ean: EAN })]));
        await merge(seen('1-1', 1, 100, { asin: 'B00AAAAAAA', ean: '4006381333931' }));
        const { sets, codes } = await stores.retailImport.loadProducts();
        expect(sets.toSorted((a, b) => a.setNumber.localeCompare(b.setNumber))).toEqual([
          { setId: setIds.get('1-1'), setNumber: '1-1', upc: null, ean: null },
          { setId: setIds.get('2-1'), setNumber: '2-1', upc: UPC, ean: EAN },
          { setId: setIds.get('3-1'), setNumber: '3-1', upc: null, ean: null },
        ]);
        expect(codes.toSorted((a, b) => a.codeKey.localeCompare(b.codeKey))).toEqual([
          { codeKey: barcodeKey('4006381333931')!, setId: setIds.get('1-1') },
          { codeKey: 'B00AAAAAAA', setId: setIds.get('1-1') },
        ]);
      });

      it('loads the numbers that sets had before, until another set has one', async () => {
        const oldNumbers = async () => (await stores.retailImport.loadProducts()).oldNumbers;
        const setId = setIds.get('1-1')!;
        const rename = { oldNumber: '1-1', newNumber: '9-1' };
        await stores.catalogImport.renameSets([rename], async () => [{ kind: 'rename', setId, rename }]);
        expect(await oldNumbers()).toEqual([expect.objectContaining({ oldNumber: '1-1', setId })]);
        const back = { oldNumber: '2-1', newNumber: '1-1' };
        await stores.catalogImport.renameSets([back], async () => [
          { kind: 'rename', setId: setIds.get('2-1')!, rename: back },
        ]);
        expect(await oldNumbers()).toEqual([expect.objectContaining({ oldNumber: '2-1', setId: setIds.get('2-1') })]);
      });

      it('recomputes the state of each set and retailer with new observations once, and of no others', async () => {
        await merge(seen('1-1', 1, 100), seen('2-1', 1, 100));
        const folds: (readonly [number | null, number])[] = [];
        const counting: PriceFold = (before, observations) => {
          folds.push([before?.priceCents ?? null, observations.length]);
          return fold(before, observations);
        };
        const fresh = [seen('1-1', 2, 90), seen('1-1', 3, 95), seen('1-1', 2, 80, { retailer: 'retailer_b' })];
        const merged = await stores.retailImport.mergeObservations(
          feed(fresh.slice(0, 1), fresh.slice(1)),
          counting,
          noNews,
          changesOf,
        );
        expect(merged).toEqual({ inserted: 3, changed: 0, unchanged: 0 });
        expect(folds).toHaveLength(2);
        expect((await listing('1-1'))!).toMatchObject({
          retailerA: { priceCents: 95, lowestCents: 90, changedAt: at(3), lastChangeCents: 5, lastCheckedAt: at(3) },
          retailerB: { priceCents: 80, changedAt: null },
        });
      });

      it('changes nothing, not even the version, when the same observations come again', async () => {
        const observations = [seen('1-1', 1, 100, { asin: 'B00AAAAAAA' }), seen('1-1', 2, 90), seen('2-1', 1, 5)];
        await merge(...observations);
        const before = [await dataVersions(stores), await listing('1-1')];
        expect(await merge(...observations, ...observations.slice(1))).toEqual({
          inserted: 0,
          changed: 0,
          unchanged: 5,
        });
        expect([await dataVersions(stores), await listing('1-1')]).toEqual(before);
      });

      it('comes to the same state when an observation arrives late', async () => {
        const three = [seen('1-1', 1, 100), seen('1-1', 2, 50), seen('1-1', 3, 80)];
        await merge(three[2]!);
        await merge(three[0]!);
        await merge(three[1]!);
        await merge(...three.map(({ observation }) => ({ setId: setIds.get('2-1')!, observation })));
        expect((await listing('1-1'))!.retailerA).toEqual((await listing('2-1'))!.retailerA);
        expect((await listing('1-1'))!.retailerA).toMatchObject({
          priceCents: 80,
          lowestCents: 50,
          lastChangeCents: 30,
        });
      });

      it('raises the retail version, and only that, with a merge that stores something', async () => {
        const before = await dataVersions(stores);
        await merge(seen('1-1', 1, 100));
        expect(await dataVersions(stores)).toEqual({ ...before, retail: before.retail + 1 });
      });

      it('stores nothing of a feed that fails', async () => {
        await expect(
          stores.retailImport.mergeObservations(brokenFeed(seen('1-1', 1, 100)), fold, noNews, changesOf),
        ).rejects.toThrow('cut off');
        expect(await listing('1-1')).toBeNull();
      });

      it('refuses a second import while one is running, before it reads its feed', async () => {
        async function* slow(): AsyncGenerator<readonly IdentifiedObservation[]> {
          yield [seen('1-1', 1, 100)];
          await expect(stores.retailImport.mergeObservations(brokenFeed(), fold, noNews, changesOf)).rejects.toThrow(
            ImportRunningError,
          );
        }
        expect(await stores.retailImport.mergeObservations(slow(), fold, noNews, changesOf)).toMatchObject({
          inserted: 1,
        });
      });
    });

    describe('RetailRetention', () => {
      const day = (of: number): EpochDay => parseIsoDay('2026-11-01')! + of;

      it('keeps the lowest price of each old day, all later observations, and the day of the last check', async () => {
        await merge(seen('1-1', 1, 100), seen('1-1', 2, 90), seen('1-1', 3, 95), seen('1-1', 25, 70));
        await merge(seen('2-1', 1, 55), seen('2-1', 2, 50), seen('1-1', 26, 75));
        expect(await stores.retailRetention.thinBefore(day(0))).toBe(0);
        expect(await stores.retailRetention.thinBefore(day(1))).toBe(2);
        expect(await stores.retailRetention.thinBefore(day(1))).toBe(0);
        const before = await listing('1-1');
        // Known observations are stored again only where they were deleted.
        expect((await merge(seen('1-1', 2, 90), seen('1-1', 25, 70), seen('2-1', 1, 55))).inserted).toBe(0);
        // A late one has all prices folded again.
        expect((await merge(seen('1-1', 4, 97))).inserted).toBe(1);
        expect((await listing('1-1'))!.retailerA).toEqual(before!.retailerA);
        expect(await stores.retailRetention.thinBefore(day(1))).toBe(1);
      });
    });

    describe('RetailPrices', () => {
      it('finds listings by number; null for an unlisted set, absent for a number without a set', async () => {
        await merge(
          seen('1-1', 1, 100, { asin: 'B00AAAAAAA', upc: UPC, sellerType: 'retailer', inStock: true }),
          seen('1-1', 2, 90, { lowestFbaCents: 120, fbaSellers: 3, buyBoxCents: 125 }),
        );
        const found = await stores.retailPrices.findByNumbers(['2-1', '9-9', '1-1']);
        expect([...found.keys()].toSorted()).toEqual(['1-1', '2-1']);
        expect(found.get('2-1')).toBeNull();
        expect(found.get('1-1')).toEqual({
          setNumber: '1-1',
          title: 'Set 1-1',
          asin: 'B00AAAAAAA',
          upc: UPC,
          ean: null,
          box: null,
          retailerA: {
            priceCents: 90,
            sellerType: null,
            changedAt: at(2),
            lastChangeCents: -10,
            flip1pTo3p: false,
            atLowest: true,
            lowestCents: 90,
            inStock: null,
            lastCheckedAt: at(2),
          },
          retailerB: null,
          exit: { lowestFbaCents: 120, fbaSellers: 3, buyBoxCents: 125 },
        });
      });

      it('answers in the order asked with the one listed set that all identifiers belong to', async () => {
        await merge(
          seen('1-1', 1, 100, { asin: 'B00AAAAAAA', upc: UPC }),
          seen('2-1', 1, 100, { asin: 'B00BBBBBBB', ean: EAN }),
        );
        const nothing = { setNumbers: null, asin: null, barcodeKey: null };
        const questions = [
          { ...nothing, barcodeKey: barcodeKey(EAN)! },
          { ...nothing, asin: 'B00AAAAAAA', barcodeKey: barcodeKey(EAN)! },
          { ...nothing, setNumbers: ['1', '1-1'], asin: 'B00AAAAAAA', barcodeKey: barcodeKey(UPC)! },
          { ...nothing, setNumbers: ['2-1', '1-1'] },
          { ...nothing, asin: 'B00ZZZZZZZ' },
          { ...nothing, setNumbers: ['3-1'] },
        ];
        const answers = await stores.retailPrices.findByIdentifiers(questions);
        expect(answers.map((answer) => answer?.setNumber ?? null)).toEqual(['2-1', null, '1-1', '2-1', null, null]);
        expect(answers[2]).toEqual(await listing('1-1'));
      });

      it('answers null when an identifier belongs to more than one set', async () => {
        const details = ['1-1', '2-1'].map((number) => someDetails(number, { ean: EAN }));
        await stores.catalogImport.mergeSetDetails(feed(details));
        await merge(seen('1-1', 1, 100), seen('2-1', 1, 100));
        const question = { setNumbers: null, asin: null, barcodeKey: barcodeKey(EAN)! };
        expect(await stores.retailPrices.findByIdentifiers([question, { ...question, setNumbers: ['2-1'] }])).toEqual([
          null,
          expect.objectContaining({ setNumber: '2-1' }),
        ]);
      });
    });

    describe('RetailWatch', () => {
      let ann: number;
      let bob: number;
      beforeEach(async () => {
        ann = (await anAccount(stores)).id;
        bob = (await anAccount(stores)).id;
        await own(ann, '1-1', 2, 100);
        await own(ann, '1-1', 1, 250);
        await own(ann, '1-1', 5, null);
        await own(ann, '2-1', 1, null, 'listed');
        await own(ann, '3-1', 1, 70, 'sold');
        await own(bob, '3-1', 1, 80);
        await merge(
          seen('1-1', 1, 100, { asin: 'B00AAAAAAA' }),
          seen('2-1', 1, 100, { ean: EAN }),
          seen('2-1', 5, 90),
          seen('3-1', 1, 100, { asin: 'B00CCCCCCC' }),
        );
      });

      async function own(
        accountId: number,
        setNumber: string,
        quantity: number,
        purchasePriceCents: number | null,
        status: 'owned' | 'listed' | 'sold' = 'owned',
      ): Promise<void> {
        const holding = aHolding(setNumber, { quantity, purchasePriceCents, status });
        await storeHoldings(stores, accountId, [{ setId: setIds.get(setNumber)!, holding }]);
      }

      it('lists the listed, unsold sets of one account, latest price change first, then by number', async () => {
        // Three copies of known price, 450 cents together; those of unknown price do not count.
        expect((await stores.retailWatch.listWatched(ann, EVERYTHING)).sets).toEqual([
          { setNumber: '2-1', averageCostCents: null },
          { setNumber: '1-1', averageCostCents: 150 },
        ]);
        expect((await stores.retailWatch.listWatched(bob, EVERYTHING)).sets).toEqual([
          { setNumber: '3-1', averageCostCents: 80 },
        ]);
      });

      it('applies all filters together, and finds no set of another account by its codes', async () => {
        const numbers = async (accountId: number, filter: Partial<typeof EVERYTHING> | object) =>
          (await stores.retailWatch.listWatched(accountId, { ...EVERYTHING, ...filter })).sets.map(
            (set) => set.setNumber,
          );
        expect(await numbers(ann, { changedSince: at(5) })).toEqual(['2-1']);
        const { oldestChangeAt } = await stores.retailWatch.listWatched(ann, { ...EVERYTHING, changedSince: at(5) });
        expect(oldestChangeAt).toEqual(at(5));
        expect(await numbers(ann, { changedSince: at(6) })).toEqual([]);
        expect(await numbers(ann, { asins: ['B00AAAAAAA', 'B00CCCCCCC'] })).toEqual(['1-1']);
        expect(await numbers(ann, { barcodeKeys: [barcodeKey(EAN)!] })).toEqual(['2-1']);
        expect(await numbers(ann, { asins: ['B00AAAAAAA'], barcodeKeys: [barcodeKey(EAN)!] })).toEqual([]);
        expect(await numbers(bob, { asins: ['B00AAAAAAA'] })).toEqual([]);
      });

      it('lists pages of the same sets, and counts those at their lowest price that was checked since', async () => {
        const page = { changedSince: null, marked: null, currentSince: at(0), limit: 9, offset: 0 } as const;
        const { sets } = await stores.retailWatch.listWatched(ann, EVERYTHING);
        const { sets: first, ...counts } = await stores.retailWatch.listPage(ann, page);
        expect([first, counts.total, counts.flips]).toEqual([sets, 2, 0]);
        expect((await stores.retailWatch.listPage(ann, { ...page, limit: 1, offset: 1 })).sets).toEqual(sets.slice(1));
        const lows = await stores.retailWatch.listPage(ann, { ...page, marked: 'lows' });
        expect([lows.total, lows.sets.length]).toEqual([counts.lows, counts.lows]);
        expect(counts.lows).toBeGreaterThan(0);
        expect(await stores.retailWatch.listPage(ann, { ...page, currentSince: at(99) })).toMatchObject({ lows: 0 });
        expect(await stores.retailWatch.listPage(ann, { ...page, changedSince: at(5) })).toMatchObject({ total: 1 });
        expect(await stores.retailWatch.listPage(0, page)).toEqual({ sets: [], total: 0, flips: 0, lows: 0 });
      });

      it('lists the numbers of all sets of which the account has an unsold copy', async () => {
        expect((await stores.retailWatch.listHeldNumbers(ann)).toSorted()).toEqual(['1-1', '2-1']);
        expect((await stores.retailWatch.listHeldNumbers(bob)).toSorted()).toEqual(['3-1']);
        expect(await stores.retailWatch.listHeldNumbers(0)).toEqual([]);
      });

      it("finds the account's average costs in the order asked, by the first known number; else null", async () => {
        const questions = [['9-9'], ['1', '1-1'], ['2-1', '1-1'], ['3-1']];
        expect(await stores.retailWatch.findAverageCosts(ann, questions)).toEqual([
          null,
          { averageCostCents: 150 },
          { averageCostCents: null },
          null,
        ]);
        expect(await stores.retailWatch.findAverageCosts(bob, questions)).toEqual([
          null,
          null,
          null,
          { averageCostCents: 80 },
        ]);
      });
    });
  });
}
