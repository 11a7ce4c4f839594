import { createHash } from 'node:crypto';
import { epochDayOf, type MarketSale, MS_PER_DAY, parseIsoDay } from '@brickmarket/domain';
import { InventedMarket } from '../../../test/support/market/invented-market.ts';

const asOf = new Date('2026-11-15T12:00:00Z');
const size = { sets: 60, minifigs: 40, years: 2 };
const market = (overrides: { seed?: string; asOf?: Date; sets?: number; minifigs?: number } = {}) =>
  new InventedMarket({ seed: 'one', asOf, ...size, ...overrides });
const hash = (records: Iterable<unknown>) => {
  const digest = createHash('sha256');
  for (const record of records) digest.update(JSON.stringify(record));
  return digest.digest('hex');
};

describe('determinism', () => {
  it('yields the same market for the same seed and instant', () => {
    for (const feed of ['sets', 'minifigs', 'setMinifigs', 'sales'] as const)
      expect(hash(market()[feed]())).toBe(hash(market()[feed]()));
  });
  it('yields another market for another seed', () => {
    expect(hash(market({ seed: 'two' }).sales())).not.toBe(hash(market().sales()));
  });
  it.each(['2026-11-16T09:00:00Z', '2027-01-20T00:00:00Z', '2028-06-01T00:00:00Z'])(
    'keeps the past when time goes on to %s',
    (later) => {
      const past = { after: new Date('2025-06-10T06:00:00Z'), until: asOf };
      const then = market({ asOf: new Date(later) });
      expect(hash(then.sales(past))).toBe(hash(market().sales(past)));
      const numbers = new Set([...then.sets()].map((set) => set.setNumber));
      for (const set of market().sets()) expect(numbers).toContain(set.setNumber);
    },
  );
  it('splits sales at any instant without loss or repetition', () => {
    const cut = new Date('2026-03-03T03:03:03Z');
    const whole = market().history;
    const refs = (sales: Iterable<MarketSale>) =>
      [...sales].map((sale) => `${sale.source} ${sale.sourceRef}`).toSorted();
    const parts = [
      ...market().sales({ after: whole.after, until: cut }),
      ...market().sales({ after: cut, until: whole.until }),
    ];
    expect(refs(parts)).toEqual(refs(market().sales()));
  });
});

describe('sales', () => {
  const subject = market({ sets: 250, minifigs: 100 });
  const sales = [...subject.sales()];
  const ratio = (sale: MarketSale) =>
    sale.priceCents / subject.trueValueCents(sale.itemKind, sale.itemNumber, sale.condition, epochDayOf(sale.soldAt))!;

  it('are identified by source and reference', () => {
    expect(new Set(sales.map((sale) => `${sale.source} ${sale.sourceRef}`)).size).toBe(sales.length);
  });
  it('lie within the history and have positive prices and quantities', () => {
    const { after, until } = subject.history;
    expect(
      sales.every(
        (sale) =>
          sale.soldAt > after &&
          sale.soldAt <= until &&
          sale.priceCents > 0 &&
          Number.isInteger(sale.priceCents) &&
          sale.quantity >= 1,
      ),
    ).toBe(true);
  });
  it('centre on the true value', () => {
    const ratios = sales.map(ratio).toSorted((a, b) => a - b);
    expect(ratios[Math.floor(ratios.length / 2)]).toBeGreaterThan(0.96);
    expect(ratios[Math.floor(ratios.length / 2)]).toBeLessThan(1.04);
  });
  it('include absurd ones both ways, but few', () => {
    const absurd = sales.filter((sale) => ratio(sale) < 0.4 || ratio(sale) > 2.5);
    expect(absurd.some((sale) => ratio(sale) < 0.2)).toBe(true);
    expect(absurd.some((sale) => ratio(sale) > 5)).toBe(true);
    expect(absurd.length / sales.length).toBeLessThan(0.05);
  });
  it('cover sets and minifigs, sealed and used', () => {
    expect(new Set(sales.map((sale) => `${sale.itemKind} ${sale.condition}`)).size).toBe(4);
  });
  it('are deep for some items, thin for many and absent for others', () => {
    const recent = new Map<string, number>([...subject.sets()].map((set) => [set.setNumber, 0]));
    for (const sale of sales) {
      if (
        sale.itemKind === 'set' &&
        sale.condition === 'sealed' &&
        asOf.getTime() - sale.soldAt.getTime() < 180 * MS_PER_DAY
      )
        recent.set(sale.itemNumber, recent.get(sale.itemNumber)! + 1);
    }
    const counts = [...recent.values()];
    expect(counts.some((count) => count >= 60)).toBe(true);
    expect(counts.some((count) => count >= 10 && count < 30)).toBe(true);
    expect(counts.some((count) => count >= 1 && count < 4)).toBe(true);
    expect(counts.some((count) => count === 0)).toBe(true);
  });
});

describe('the truth', () => {
  it('is near discounted retail on the shelf and moves on after exit', () => {
    const subject = market({ sets: 250, minifigs: 100 });
    const multiples = (retired: boolean) =>
      [...subject.sets()]
        .filter(
          (set) =>
            set.msrpCents !== null &&
            (set.exitDay !== null && set.exitDay < epochDayOf(asOf) - 4 * 365) === retired &&
            (retired || (set.exitDay === null && set.year! >= 2025)),
        )
        .map((set) => subject.trueValueCents('set', set.setNumber, 'sealed', epochDayOf(asOf))! / set.msrpCents!)
        .filter((multiple) => multiple > 0)
        .toSorted((a, b) => a - b);
    const onShelf = multiples(false);
    const retired = multiples(true);
    expect(onShelf[0]).toBeGreaterThan(0.4);
    expect(onShelf.at(-1)).toBeLessThan(1.3);
    expect(retired[Math.floor(retired.length * 0.9)]! / retired[Math.floor(retired.length * 0.1)]!).toBeGreaterThan(2);
  });
  it('is unknown for unknown items, before release and after the as-of day', () => {
    const set = [...market().sets()].at(0)!;
    expect(market().trueValueCents('set', 'nothing', 'sealed', epochDayOf(asOf))).toBeNull();
    expect(market().trueValueCents('set', set.setNumber, 'sealed', parseIsoDay('2009-12-31')!)).toBeNull();
    expect(market().trueValueCents('set', set.setNumber, 'sealed', epochDayOf(asOf) + 1)).toBeNull();
  });
  it('is the same sampled as asked for', () => {
    const subject = market({ sets: 250, minifigs: 100 });
    for (const sample of subject.truthSamples(91)) {
      expect(
        subject.trueValueCents(sample.itemKind, sample.itemNumber, sample.condition, sample.day) ?? sample.valueCents,
      ).toBe(sample.valueCents);
    }
  });
});
