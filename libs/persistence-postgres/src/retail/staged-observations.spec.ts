import {
  type PriceObservation,
  type Retailer,
  RETAILERS,
  type RetailObservation,
  SELLER_TYPES,
} from '@brickmarket/domain';
import * as fc from 'fast-check';
import {
  type ObservationRow,
  observationRow,
  priceObservation,
  maxBytesOf,
  slicesOf,
  hasSameContent,
  numberWithinInstant,
  writeObservation,
} from './staged-observations.ts';

const cents = fc.option(fc.integer({ min: 0, max: 2_000_000_000 }));
const seenThings: fc.Arbitrary<PriceObservation> = fc.record({
  observedAt: fc.date({ min: new Date('0100-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
  priceCents: cents,
  listPriceCents: cents,
  sellerType: fc.option(fc.constantFrom(...SELLER_TYPES)),
  inStock: fc.option(fc.boolean()),
  productUrl: fc.option(fc.string({ unit: 'binary', maxLength: 300 }).map((text) => text.toWellFormed())),
  lowestFbaCents: cents,
  fbaSellers: cents,
  buyBoxCents: cents,
});

function rowOf(setId: number, retailer: Retailer, seen: PriceObservation): ObservationRow {
  const observation: RetailObservation = { retailer, setNumber: null, asin: null, upc: null, ean: null, ...seen };
  const bytes = Buffer.alloc(maxBytesOf(observation));
  return observationRow(bytes.subarray(0, writeObservation(bytes, 0, setId, observation)));
}

describe('the row of an observation', () => {
  it('says everything that was seen', () => {
    fc.assert(
      fc.property(fc.nat(2_147_483_647), fc.constantFrom(...RETAILERS), seenThings, (setId, retailer, seen) => {
        const row = rowOf(setId, retailer, seen);
        expect([row.setId, row.retailer, priceObservation(row)]).toEqual([setId, retailer, seen]);
      }),
    );
  });

  it('is the same as another exactly when the same was seen, also when it was told apart', () => {
    fc.assert(
      fc.property(seenThings, seenThings, fc.boolean(), (one, other, isRepeated) => {
        const [a, b] = [
          rowOf(1, 'retailer_a', one),
          rowOf(1, 'retailer_a', { ...(isRepeated ? one : other), observedAt: one.observedAt }),
        ];
        numberWithinInstant(b, 1);
        expect(hasSameContent(a, b)).toBe(JSON.stringify(priceObservation(a)) === JSON.stringify(priceObservation(b)));
      }),
    );
  });
});

describe('slices of sets', () => {
  it('cover every neighbour once, in order, and hold no more rows than allowed unless one neighbour has more', () => {
    const neighbours = fc.uniqueArray(fc.integer({ min: 1, max: 1000 }), { maxLength: 30 }).chain((buckets) =>
      fc.tuple(
        ...buckets
          .toSorted((a, b) => a - b)
          .map((bucket) =>
            fc.record({
              firstSetId: fc.constant(bucket * 10),
              lastSetId: fc.constant(bucket * 10 + 9),
              rows: fc.integer({ min: 1, max: 15 }),
            }),
          ),
      ),
    );
    fc.assert(
      fc.property(neighbours, (all) => {
        const within = slicesOf(all, 10).map((slice) =>
          all.filter(({ firstSetId, lastSetId }) => firstSetId >= slice.firstSetId && lastSetId <= slice.lastSetId),
        );
        expect(within.flat()).toEqual(all);
        for (const slice of within)
          expect(slice.length === 1 || slice.reduce((sum, { rows }) => sum + rows, 0) <= 10).toBe(true);
      }),
    );
  });
});
