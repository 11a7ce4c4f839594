import type { Holding, OwnFees, RetailObservation } from '@brickmarket/domain';
import { storeHoldings } from './books.ts';
import { aHolding, aRun, DAY, feed, valuesOf } from './builders.ts';
import { anAccount, importSets, type OpenStores, type StoresUnderTest } from './stores.ts';

const fees = (platform: OwnFees['platform'], facts: Partial<OwnFees> = {}): OwnFees => ({
  platform,
  isUsed: true,
  commissionBasisPoints: null,
  commissionFixedCents: null,
  paymentBasisPoints: null,
  paymentFixedCents: null,
  shippingCents: null,
  ...facts,
});

const SEEN_AT = new Date('2026-11-01T00:00:00Z');

/** What every store must do for what to sell and what to buy. */
export function describeResalePorts(open: OpenStores): void {
  describe('the resale ports', () => {
    let stores: StoresUnderTest;
    beforeEach(async () => {
      stores = await open();
    });

    /** What retailers were seen to ask; 7 dollars is the lowest offer through fulfilment. */
    const observe = async (
      sets: ReadonlyMap<string, number>,
      ...seen: readonly [setNumber: string, retailer: RetailObservation['retailer'], priceCents: number][]
    ): Promise<void> => {
      const observations = seen.map(([setNumber, retailer, priceCents]) => ({
        setId: sets.get(setNumber)!,
        observation: {
          ...{ retailer, setNumber, asin: null, upc: null, ean: null, observedAt: SEEN_AT },
          ...{ priceCents, listPriceCents: null, sellerType: 'retailer', inStock: true, productUrl: null },
          ...{ lowestFbaCents: 700, fbaSellers: 2, buyBoxCents: null },
        } satisfies RetailObservation,
      }));
      await stores.retailImport.mergeObservations(
        feed(observations),
        (_, [first]) => ({
          ...{ priceCents: first!.priceCents, listPriceCents: null, sellerType: 'retailer', inStock: true },
          ...{ productUrl: null, changedAt: null, lastChangeCents: null, lowestCents: first!.priceCents },
          ...{ atLowest: true, flip1pTo3p: false, lastCheckedAt: first!.observedAt },
          exit: { lowestFbaCents: 700, fbaSellers: 2, buyBoxCents: null },
          ...{ lastShownPriceCents: first!.priceCents, lastKnownSellerType: 'retailer' },
        }),
        () => [],
        () => [],
      );
    };

    describe('SellingFees', () => {
      it('keeps one for each platform, as it was last saved, until it is removed', async () => {
        const { id } = await anAccount(stores);
        expect(await stores.sellingFees.list(id)).toEqual([]);
        await stores.sellingFees.save(id, fees('ebay', { commissionBasisPoints: 1200 }));
        await stores.sellingFees.save(id, fees('bricklink', { isUsed: false }));
        await stores.sellingFees.save(
          id,
          fees('ebay', {
            commissionFixedCents: 25,
            paymentBasisPoints: 10_000,
            paymentFixedCents: 0,
            shippingCents: 100_000_000,
          }),
        );
        expect(await stores.sellingFees.list(id)).toEqual([
          fees('bricklink', { isUsed: false }),
          fees('ebay', {
            commissionFixedCents: 25,
            paymentBasisPoints: 10_000,
            paymentFixedCents: 0,
            shippingCents: 100_000_000,
          }),
        ]);
        expect(await stores.sellingFees.remove(id, 'ebay')).toBe(true);
        expect(await stores.sellingFees.remove(id, 'ebay')).toBe(false);
        expect((await stores.sellingFees.list(id)).map(({ platform }) => platform)).toEqual(['bricklink']);
      });

      it('are those of one account alone', async () => {
        const [ann, bob] = [await anAccount(stores), await anAccount(stores)];
        await stores.sellingFees.save(ann.id, fees('ebay', { shippingCents: 1 }));
        await stores.sellingFees.save(bob.id, fees('ebay', { shippingCents: 2 }));
        expect(await stores.sellingFees.remove(ann.id, 'ebay')).toBe(true);
        expect(await stores.sellingFees.list(ann.id)).toEqual([]);
        expect(await stores.sellingFees.list(bob.id)).toEqual([fees('ebay', { shippingCents: 2 })]);
      });
    });

    describe('OwnSets', () => {
      it('has the unsold copies of one account, by condition and price, beside what the set is worth', async () => {
        const { sets } = await importSets(stores, '1-1', '2-1');
        const [ann, bob] = [await anAccount(stores), await anAccount(stores)];
        const stored = (facts: Partial<Holding>) => ({
          setId: sets.get('1-1')!,
          holding: aHolding('1-1', facts),
        });
        await storeHoldings(stores, ann.id, [
          stored({ quantity: 2, purchasePriceCents: 500 }),
          stored({ purchasePriceCents: 500, status: 'listed' }),
          stored({ condition: 'used' }),
          stored({ status: 'sold' }),
        ]);
        await storeHoldings(stores, bob.id, [stored({ quantity: 9 })]);
        const found = await stores.ownSets.findByNumbers(ann.id, ['1-1', '2-1', '9-9', '1-1']);
        const unknown = { box: null, valueCents: { sealed: null, used: null }, lowestFba: null };
        expect(found).toEqual(
          new Map([
            [
              '1-1',
              {
                ...unknown,
                setId: sets.get('1-1'),
                setNumber: '1-1',
                copies: [
                  { condition: 'sealed', quantity: 3, purchasePriceCents: 500 },
                  { condition: 'used', quantity: 1, purchasePriceCents: null },
                ],
              },
            ],
            ['2-1', { ...unknown, setId: sets.get('2-1'), setNumber: '2-1', copies: [] }],
          ]),
        );
      });
    });

    describe('SellingPrices', () => {
      it('are the values in force on a day, and what fulfilment fetches for sealed copies, in order', async () => {
        const { sets } = await importSets(stores, '1-1', '2-1');
        const [one, two] = [sets.get('1-1')!, sets.get('2-1')!];
        await observe(sets, ['1-1', 'retailer_a', 100], ['2-1', 'retailer_b', 100]);
        for (const [asOf, cents] of [
          [DAY, 1_000],
          [DAY + 9, 2_000],
        ] as const)
          await stores.valuations.run(async (session) => {
            const items = (await session.listItems(new Date(0))).filter(({ itemId }) => itemId === one);
            await session.publish(aRun({ asOf, items, values: valuesOf(items[0]!, cents), pastValues: [] }));
          });
        const wanted = [
          { setId: two, condition: 'sealed' },
          { setId: one, condition: 'sealed' },
          { setId: one, condition: 'used' },
        ] as const;
        const lowestFba = { cents: 700, seenAt: SEEN_AT };
        const nothing = { valueCents: null, box: null, lowestFba: null };
        expect(await stores.sellingPrices.read(wanted, DAY + 8)).toEqual([
          nothing,
          { ...nothing, valueCents: 1_000, lowestFba },
          nothing,
        ]);
        expect(await stores.sellingPrices.read(wanted.slice(1, 2), DAY + 9)).toEqual([
          { ...nothing, valueCents: 2_000, lowestFba },
        ]);
        const many = Array.from({ length: 2_500 }, (_, index) => wanted[index % 2]!);
        const read = await stores.sellingPrices.read(many, DAY);
        expect(read.map(({ valueCents }) => valueCents)).toEqual(
          many.map((_, index) => (index % 2 === 1 ? 1_000 : null)),
        );
        expect(await stores.sellingPrices.read([], DAY)).toEqual([]);
      });
    });

    describe('ValuedListings', () => {
      it('are the sets that a retailer lists, by number, as each is read alone', async () => {
        const { sets } = await importSets(stores, '1-1', '2-1', '3-1');
        await observe(sets, ['3-1', 'retailer_b', 300], ['1-1', 'retailer_a', 100]);
        const listed = await stores.valuedListings.list();
        expect(listed.map(({ setNumber, setId, sealed }) => [setNumber, setId, sealed])).toEqual([
          ['1-1', sets.get('1-1'), null],
          ['3-1', sets.get('3-1'), null],
        ]);
        const alone = await stores.retailPrices.findByNumbers(['1-1', '3-1']);
        for (const { theme, setId: _id, sealed: _, ...listing } of listed) {
          expect(theme).not.toBe('');
          expect(listing).toEqual(alone.get(listing.setNumber));
        }
      });
    });
  });
}
