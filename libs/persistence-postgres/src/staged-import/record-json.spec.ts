import type { RecordOfFile } from '@brickmarket/domain';
import { recordJson, recordOf } from './record-json.ts';

const bare: RecordOfFile = {
  kind: 'collection',
  holding: {
    setNumber: '75192-1',
    quantity: 2,
    condition: 'sealed',
    purchasePriceCents: null,
    purchaseDay: null,
    status: null,
    notes: null,
  },
  brickfolio: null,
};
const told: RecordOfFile = {
  kind: 'collection',
  holding: {
    ...{ setNumber: '10329-1', quantity: 1, condition: 'used', purchasePriceCents: 4_999, purchaseDay: 20_000 },
    ...{ status: 'listed', notes: 'boxed', shippingPaidCents: 500, taxPaidCents: 0 },
    ...{ boughtFrom: 'a shop', storedAt: 'shelf 3' },
  },
  brickfolio: 'Attic',
};
const sale: RecordOfFile = {
  kind: 'sales',
  sale: {
    ...{ setNumber: '75192-1', platform: 'ebay', saleDay: 20_001, quantity: 1, grossCents: 80_000 },
    ...{ platformFeesCents: 0, paymentFeesCents: null, shippingCents: null, costBasisCents: null, notes: null },
  },
};

describe('a record of a staged file', () => {
  // Equal rows are known by a fingerprint of their text.
  it.each([bare, told, sale])('is to the letter what it was before it was stored', (record) => {
    const stored = JSON.parse(JSON.stringify(recordJson(record))) as ReturnType<typeof recordJson>;

    expect(JSON.stringify(recordOf(record.kind, stored))).toBe(JSON.stringify(record));
  });

  it('does without what a holding does not say, and says of a sale that a fee is unknown', () => {
    const [ofHolding, ofSale] = [bare, sale].map((record) => JSON.stringify(recordJson(record)));

    expect(ofHolding).toBe('{"set_number":"75192-1","quantity":2,"condition":"sealed"}');
    expect(JSON.parse(ofSale!)).toMatchObject({ sale_date: '2024-10-05', payment_fees_cents: null });
  });
});
