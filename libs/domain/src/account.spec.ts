import { holdingFault, MAX_COPIES, MAX_UNIT_PRICE_CENTS } from './account.ts';

const holding = {
  quantity: 1,
  purchasePriceCents: 10_000,
  purchaseDay: null,
  shippingPaidCents: null,
  taxPaidCents: null,
};

describe('a holding', () => {
  it.each([
    [{}],
    [{ quantity: MAX_COPIES }],
    [{ purchasePriceCents: null }],
    [{ purchasePriceCents: 0 }],
    [{ purchasePriceCents: MAX_UNIT_PRICE_CENTS }],
    [{ shippingPaidCents: 4_000, taxPaidCents: 6_000 }],
    [{ purchasePriceCents: null, shippingPaidCents: MAX_UNIT_PRICE_CENTS }],
  ])('is valid with %j', (facts) => {
    expect(holdingFault({ ...holding, ...facts })).toBeNull();
  });

  it.each([
    [{ quantity: 0 }, 'quantity is 0: it must be from 1 to 10000'],
    [{ quantity: MAX_COPIES + 1 }, 'quantity is 10001: it must be from 1 to 10000'],
    [{ purchasePriceCents: -1 }, 'the price of one copy is -0.01: it must be from 0 to 1000000.00'],
    [
      { purchasePriceCents: MAX_UNIT_PRICE_CENTS + 1 },
      'the price of one copy is 1000000.01: it must be from 0 to 1000000.00',
    ],
    [{ shippingPaidCents: -1 }, 'shipping and tax for one copy must be from 0 to 1000000.00'],
    [{ taxPaidCents: MAX_UNIT_PRICE_CENTS + 1 }, 'shipping and tax for one copy must be from 0 to 1000000.00'],
    [
      { shippingPaidCents: 4_000, taxPaidCents: 6_001 },
      'shipping and tax for one copy are 100.01 together, more than its price of 100.00: the price includes them',
    ],
  ])('is refused with %j', (facts, fault) => {
    expect(holdingFault({ ...holding, ...facts })).toBe(fault);
  });
});
