import {
  epochDayOf,
  hasValidCheckDigit,
  isDemonstrationBarcode,
  parseIsoDay,
  SetStatus,
  setStatusOn,
} from '@brickmarket/domain';
import { readRebrickableDump } from '@brickmarket/feeds';
import { demoMarketOn } from '../demo-market.ts';
import { DEFAULT_MARKET_SIZE } from '../market-options.ts';
import { type RealCatalog, readShippedCatalog, SHIPPED_CATALOG } from './real-catalog.ts';

const ASOF = new Date('2026-11-15T12:00:00Z');
const SMALL = { seed: 'brickmarket', asOf: ASOF, sets: 300, minifigs: 200, years: 1 };

describe('a market on the shipped catalog', () => {
  let real: RealCatalog;
  beforeAll(async () => {
    real = await readShippedCatalog();
  });
  const market = (options: Partial<typeof SMALL> = {}) => demoMarketOn(real, { ...SMALL, ...options });

  it('reads 26,366 sets and 16,646 minifigures, and rejects no row', async () => {
    const counts: Record<string, number> = {};
    for await (const { kind, batch } of readRebrickableDump(SHIPPED_CATALOG.folder)) {
      expect(batch.rejects).toEqual([]);
      counts[kind] = (counts[kind] ?? 0) + batch.records.length;
    }
    expect(counts).toEqual({ sets: 26_366, minifigs: 16_646, 'set-minifigs': 22_670 });
  });

  it('trades real sets as they are, some in every status, and the ones that everybody knows', () => {
    const facts = new Map(real.sets.map((set) => [set.setNumber, set]));
    const sets = [...market({ ...DEFAULT_MARKET_SIZE }).sets()];
    expect(sets.length).toBeGreaterThan(0.95 * DEFAULT_MARKET_SIZE.sets);
    for (const set of sets) expect(set).toMatchObject(facts.get(set.setNumber)!);
    const today = parseIsoDay('2026-11-15')!;
    expect(new Set(sets.map((set) => setStatusOn(set, today)))).toEqual(new Set(Object.values(SetStatus)));
    const numbers = new Set(sets.map((set) => set.setNumber));
    for (const known of ['75192-1', '10294-1', '21327-1', '42143-1']) expect(numbers).toContain(known);
  });

  it('gives every set barcodes of its own, which no product has', () => {
    const codes = [...market({ sets: 2000 }).sets()].flatMap(({ upc, ean }) => [upc, ean]).filter((it) => it !== null);
    expect(codes.length).toBeGreaterThan(3000);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes) expect([hasValidCheckDigit(code), isDemonstrationBarcode(code)]).toEqual([true, true]);
  });

  it('contains the smaller market of the same seed, and keeps its past when time moves on', () => {
    const known = new Map([...market({ sets: 600 }).sets()].map((set) => [set.setNumber, set]));
    for (const set of market().sets()) expect(known.get(set.setNumber)).toEqual(set);
    const past = { after: new Date('2026-06-10T06:00:00Z'), until: ASOF };
    const later = market({ asOf: new Date('2028-06-01T00:00:00Z') });
    expect([...later.sales(past)]).toEqual([...market().sales(past)]);
  });

  it('has no minifigure worth more than 60 % of a sealed set it comes in', () => {
    const subject = market();
    const worth = (kind: 'set' | 'minifig', number: string) =>
      subject.trueValueCents(kind, number, 'sealed', epochDayOf(ASOF));
    let compared = 0;
    for (const { setNumber, minifigNumber } of real.links) {
      const [set, figure] = [worth('set', setNumber), worth('minifig', minifigNumber)];
      if (set === null || figure === null) continue;
      compared++;
      // Both are rounded to cents.
      expect(figure).toBeLessThanOrEqual(0.6 * set + 1);
    }
    expect(compared).toBeGreaterThan(100);
  });
});
