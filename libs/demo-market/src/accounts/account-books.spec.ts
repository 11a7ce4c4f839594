import { CONDITIONS, epochDayOf, HOLDING_STATUSES } from '@brickmarket/domain';
import { InventedMarket } from '../../../../test/support/market/invented-market.ts';
import { ACCOUNT_PROFILES, DEMO_EMAIL } from './account-profile.ts';

const asOf = new Date('2026-11-15T12:00:00Z');
const marketAt = (instant: Date) =>
  new InventedMarket({ seed: 'books', asOf: instant, sets: 300, minifigs: 0, years: 1 });
const market = marketAt(asOf);
const profile = ACCOUNT_PROFILES.find((account) => account.email === DEMO_EMAIL)!;
const books = market.booksOf(profile);
const holdings = books.entries.map((entry) => entry.holding);

describe('the books of the demo reseller', () => {
  it('are about known sets and own collections, on days that have come', () => {
    const numbers = new Set([...market.sets()].map((set) => set.setNumber));
    const names = new Set(profile.brickfolios.map((brickfolio) => brickfolio.name));
    expect([...holdings, ...books.sales].every((line) => numbers.has(line.setNumber) && line.quantity >= 1)).toBe(true);
    expect(
      books.entries.every(
        (entry) => names.has(entry.brickfolio!) && (entry.holding.purchaseDay ?? 0) <= epochDayOf(asOf),
      ),
    ).toBe(true);
    expect(books.sales.every((sale) => sale.saleDay <= epochDayOf(asOf))).toBe(true);
  });
  it('hold every status in every condition, and some facts unknown', () => {
    const kinds = new Set(holdings.map((holding) => `${holding.status} ${holding.condition}`));
    for (const status of HOLDING_STATUSES)
      for (const condition of CONDITIONS) expect(kinds).toContain(`${status} ${condition}`);
    expect(holdings.some((holding) => holding.purchasePriceCents === null)).toBe(true);
    expect(holdings.some((holding) => holding.purchaseDay === null)).toBe(true);
  });
  it('sell on several platforms, with fees that are never negative', () => {
    expect(new Set(books.sales.map((sale) => sale.platform)).size).toBeGreaterThan(4);
    expect(books.sales.every((sale) => sale.grossCents > 0 && (sale.costBasisCents ?? 1) > 0)).toBe(true);
    expect(
      books.sales.every((sale) => Math.min(sale.platformFeesCents, sale.paymentFeesCents, sale.shippingCents) >= 0),
    ).toBe(true);
    expect(books.sales.some((sale) => sale.costBasisCents === null)).toBe(true);
  });
  it('have a sale for every holding marked as sold, of as many copies at the same cost', () => {
    const sold = holdings.filter(({ status }) => status === 'sold');
    expect(books.sales.map(({ setNumber, quantity, costBasisCents }) => [setNumber, quantity, costBasisCents])).toEqual(
      sold.map(({ setNumber, quantity, purchasePriceCents: cents }) => [
        setNumber,
        quantity,
        cents && cents * quantity,
      ]),
    );
  });
  it('keep every past sale as time goes on', () => {
    const later = marketAt(new Date('2027-03-01T00:00:00Z'))
      .booksOf(profile)
      .sales.filter((sale) => sale.saleDay <= epochDayOf(asOf));
    expect(later).toEqual(books.sales);
  });
});

describe('the accounts of the demo', () => {
  it('are on every plan, one of them with nothing', () => {
    expect(new Set(ACCOUNT_PROFILES.map((account) => account.plan)).size).toBe(3);
    expect(ACCOUNT_PROFILES.some((account) => market.booksOf(account).entries.length === 0)).toBe(true);
  });
});
