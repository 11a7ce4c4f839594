import {
  holdingFault,
  MAX_COPIES,
  MAX_SALE_CENTS,
  MAX_UNIT_PRICE_CENTS,
  type SaleInFile,
  saleFault,
  soldCopiesFault,
} from './account.ts';
import { parseIsoDay } from './calendar.ts';

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

describe('the day of a holding or a sale', () => {
  it.each([
    ['1899-12-31', false],
    ['1900-01-01', true],
    ['2999-12-31', true],
    ['3000-01-01', false],
  ])('%s is possible: %s', (day, isPossible) => {
    const fault = isPossible ? null : 'the date must be from 1900-01-01 to 2999-12-31';
    expect(holdingFault({ ...holding, purchaseDay: parseIsoDay(day) })).toBe(fault);
    expect(saleFault({ ...sale, saleDay: parseIsoDay(day)! })).toBe(fault);
  });
});

const sale: SaleInFile = {
  setNumber: '75192-1',
  platform: 'ebay',
  saleDay: 20_000,
  quantity: 1,
  grossCents: 10_000,
  platformFeesCents: null,
  paymentFeesCents: null,
  shippingCents: null,
  costBasisCents: null,
  notes: null,
};

describe('a sale', () => {
  it.each([
    [{}],
    [{ quantity: MAX_COPIES }],
    [{ grossCents: 0, costBasisCents: 0 }],
    [{ grossCents: MAX_SALE_CENTS, costBasisCents: MAX_SALE_CENTS }],
    [{ platformFeesCents: -MAX_SALE_CENTS }],
    [{ shippingCents: MAX_SALE_CENTS }],
  ])('is valid with %j', (facts) => {
    expect(saleFault({ ...sale, ...facts })).toBeNull();
  });

  it.each([
    [{ quantity: 0 }, 'quantity is 0: it must be from 1 to 10000'],
    [{ quantity: MAX_COPIES + 1 }, 'quantity is 10001: it must be from 1 to 10000'],
    [{ grossCents: -1 }, 'proceeds and cost must be from 0 to 10000000.00'],
    [{ grossCents: MAX_SALE_CENTS + 1 }, 'proceeds and cost must be from 0 to 10000000.00'],
    [{ costBasisCents: -1 }, 'proceeds and cost must be from 0 to 10000000.00'],
    [{ paymentFeesCents: MAX_SALE_CENTS + 1 }, 'no fee may be more than 10000000.00'],
    [{ shippingCents: -MAX_SALE_CENTS - 1 }, 'no fee may be more than 10000000.00'],
  ])('is refused with %j', (facts, fault) => {
    expect(saleFault({ ...sale, ...facts })).toBe(fault);
  });
});

describe('a line of a file about a sale whose copies are known', () => {
  const booked = { quantity: 2, costBasisCents: 5_000 };

  it.each([
    [{ quantity: 2, costBasisCents: 5_000 }, booked],
    [{ quantity: 2, costBasisCents: null }, booked],
    [
      { quantity: 2, costBasisCents: null },
      { quantity: 2, costBasisCents: null },
    ],
  ])('agrees: %j', (line, known) => {
    expect(soldCopiesFault(line, known)).toBeNull();
  });

  it.each([
    [{ quantity: 1, costBasisCents: 5_000 }, booked, 'quantity is 1, but this sale took 2 copies of your collection'],
    [{ quantity: 2, costBasisCents: 5_001 }, booked, 'cost is 50.01, but the copies of this sale had cost 50.00'],
    [
      { quantity: 2, costBasisCents: 0 },
      { quantity: 2, costBasisCents: null },
      'cost is 0.00, but the copies of this sale had cost an unknown amount',
    ],
  ])('contradicts: %j', (line, known, fault) => {
    expect(soldCopiesFault(line, known)).toBe(fault);
  });
});
