import { isDeepStrictEqual } from 'node:util';

const includes = (value, part) =>
  Object.entries(part).every(([name, wanted]) => isDeepStrictEqual(value[name], wanted));
const MATCHERS = {
  toBe: Object.is,
  toBeGreaterThan: (value, least) => value > least,
  toBeGreaterThanOrEqual: (value, least) => value >= least,
  toBeLessThan: (value, most) => value < most,
  toBeLessThanOrEqual: (value, most) => value <= most,
  toBeCloseTo: (value, wanted, digits) => Math.abs(value - wanted) < 10 ** -digits / 2,
  toContain: (list, one) => list.includes(one),
  toBeNull: (value) => value === null,
  toMatchObject: (value, part) => value !== null && includes(value, part),
  toEqual: (value, wanted) => isDeepStrictEqual(value, wanted),
};

/** Runs a bundled spec without Jest, which cannot replace a part of the engine; returns the names of failed rows. */
export async function failedRows(bundle) {
  const failed = new Set();
  const path = [];
  const tableOf = (run) => (table) => (title, body) => {
    for (const row of table) {
      const values = Array.isArray(row) ? row : [row];
      run(title.replace('%s', String(values[0])), () => body(...values));
    }
  };
  const describe = (name, body) => {
    path.push(name);
    body();
    path.pop();
  };
  const it = (name, body) => {
    try {
      body();
    } catch {
      // The first name is the market, the last the kind of a series.
      failed.add(path[1] ?? name);
    }
  };
  const expect = (value) =>
    Object.fromEntries(
      Object.entries(MATCHERS).map(([name, holds]) => [
        name,
        (...wanted) => {
          if (!holds(value, ...wanted)) throw new Error(name);
        },
      ]),
    );
  describe.each = tableOf(describe);
  it.each = tableOf(it);
  Object.assign(globalThis, { describe, it, expect });
  await import(bundle);
  return [...failed];
}
