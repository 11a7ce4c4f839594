import { hasValidCheckDigit, isSetNumber, parseIsoDay, SetStatus, setStatusOn } from '@brickmarket/domain';
import { InventedMarket } from './invented-market.ts';

const asOf = new Date('2026-11-15T12:00:00Z');
const market = new InventedMarket({ seed: 'catalogue', asOf, sets: 1200, minifigs: 900, years: 1 });
const sets = [...market.sets()];
const minifigs = [...market.minifigs()];
const links = [...market.setMinifigs()];

describe('an invented catalog', () => {
  it('has about as many sets and minifigs as asked for', () => {
    expect(Math.abs(sets.length - 1200)).toBeLessThan(120);
    expect(Math.abs(minifigs.length - 900)).toBeLessThan(180);
  });
  it('gives every set a number of its own, some of them second variants', () => {
    expect(new Set(sets.map((set) => set.setNumber)).size).toBe(sets.length);
    expect(sets.every((set) => isSetNumber(set.setNumber) && /^\d{4,6}-[12]$/.test(set.setNumber))).toBe(true);
    expect(sets.some((set) => set.setNumber.endsWith('-2'))).toBe(true);
  });
  it('writes barcodes that are valid and unique', () => {
    const codes = sets.flatMap((set) => [set.upc, set.ean]).filter((code) => code !== null);
    expect(codes.every(hasValidCheckDigit)).toBe(true);
    expect(new Set(codes).size).toBe(codes.length);
  });
  it('has sets in every status', () => {
    const today = parseIsoDay('2026-11-15')!;
    expect(new Set(sets.map((set) => setStatusOn(set, today)))).toEqual(new Set(Object.values(SetStatus)));
  });
  it('knows every set and minifig that a link names, and links every minifig', () => {
    const setNumbers = new Set(sets.map((set) => set.setNumber));
    const figureNumbers = new Set(minifigs.map((minifig) => minifig.minifigNumber));
    expect(
      links.every(
        (link) => setNumbers.has(link.setNumber) && figureNumbers.has(link.minifigNumber) && link.quantity >= 1,
      ),
    ).toBe(true);
    expect(new Set(links.map((link) => link.minifigNumber))).toEqual(figureNumbers);
  });
  it('shares some minifigs between sets', () => {
    expect(links.length).toBeGreaterThan(minifigs.length * 1.2);
  });
  it('leaves some facts unknown and some titles hard to type', () => {
    for (const fact of ['msrpCents', 'box', 'imageUrl', 'exitDay', 'subtheme'] as const)
      expect(sets.some((set) => set[fact] === null)).toBe(true);
    expect(sets.some((set) => /[^\x20-\x7e]/.test(set.title))).toBe(true);
    expect(sets.some((set) => set.title.includes('"'))).toBe(true);
  });
  it('contains the smaller market of the same seed', () => {
    const smaller = new InventedMarket({ seed: 'catalogue', asOf, sets: 300, minifigs: 900, years: 1 });
    const known = new Map(sets.map((set) => [set.setNumber, set]));
    for (const set of smaller.sets()) expect(known.get(set.setNumber)).toEqual(set);
  });
});
