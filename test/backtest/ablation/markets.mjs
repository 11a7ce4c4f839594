import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const KINDS = { set: { sealed: 'sealed', used: 'used' }, minifig: { sealed: 'figureNew', used: 'figureUsed' } };

function readCsv(file) {
  const cells = (line) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain);
  const [names, ...rows] = gunzipSync(readFileSync(file)).toString('utf8').trim().split(/\r?\n/).map(cells);
  return rows.map((row) => Object.fromEntries(row.map((cell, at) => [names[at], cell])));
}

/** The order of numbers that hardly belong together: another one for each seed, none for 0. */
const place = (seed, at) => (seed === 0 ? at : Math.imul(at + 1, 2_654_435_761 + 2 * seed) >>> 0);
const inOrder = (list, seed) =>
  list
    .map((one, at) => [place(seed, at), one])
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one);

/** A market of an import of real prices, in the order of item numbers or, with a seed, in another one. */
function realMarket({ marketFromRows, parseIsoDay }, folder, sales, details, seed = 0) {
  const factsOf = new Map((details ? readCsv(join(folder, details)) : []).map((row) => [row['Number'], row]));
  const rowsOf = new Map();
  for (const row of inOrder(readCsv(join(folder, sales)), seed)) {
    const key = `${row.item_type} ${row.item_number}`;
    const ofKind = KINDS[row.item_type];
    if (!rowsOf.has(key)) rowsOf.set(key, { [ofKind.sealed]: [], [ofKind.used]: [] });
    rowsOf.get(key)[ofKind[row.condition]].push({
      day: parseIsoDay(row.sold_at),
      priceCents: Math.round(100 * Number(row.price_usd)),
      quantity: Number(row.quantity),
    });
  }
  const items = inOrder(
    [...rowsOf.keys()].sort((a, b) => (a < b ? -1 : 1)),
    seed,
  ).map((key) => key.split(' '));
  const dayOf = (text) => (text ? parseIsoDay(text.split('/').toReversed().join('-')) : null);
  const market = marketFromRows(
    items.map(([kind, number]) => {
      const facts = factsOf.get(number) ?? {};
      return {
        sales: rowsOf.get(`${kind} ${number}`),
        facts: {
          theme: facts['Theme'] || null,
          year: Number(facts['Year']) || null,
          releaseDay: dayOf(facts['Launch date']),
          exitDay: dayOf(facts['Exit date']),
          listPriceCents: Math.round(100 * Number(facts['RRP (USD)'])) || null,
          retailPriceCents: null,
        },
      };
    }),
  );
  return {
    market,
    items: items.flatMap(([itemKind, itemNumber]) =>
      ['sealed', 'used'].map((condition) => ({ itemKind, itemNumber, condition })),
    ),
  };
}

/** Markets to measure on. `isUnseen`: nothing was chosen on them. */
export function marketsOf(tools, folder) {
  const { InventedMarket, demoValuationMarket } = tools;
  const asOf = new Date('2026-11-01T00:00:00Z');
  const invented = (seed, options) => ({
    name: `invented, ${options.temperament ?? 'usual'}, seed ${seed}`,
    isUnseen: true,
    months: ['2026-05', '2026-10'],
    read: () => demoValuationMarket(new InventedMarket({ seed, asOf, sets: 300, minifigs: 150, years: 3, ...options })),
  });
  return [
    ...(folder === undefined
      ? []
      : [
          {
            name: 'real single sales',
            isUnseen: false,
            months: ['2025-09', '2026-01'],
            read: (seed) => realMarket(tools, folder, 'single-sales.csv.gz', undefined, seed),
          },
          {
            name: 'real monthly offers',
            isUnseen: false,
            months: ['2022-07', '2023-06'],
            read: (seed) =>
              realMarket(tools, folder, 'monthly-offers.csv.gz', 'monthly-offers-set-details.csv.gz', seed),
          },
        ]),
    invented('71', {}),
    invented('72', { temperament: 'thin' }),
    invented('73', { temperament: 'mixed' }),
    invented('74', { temperament: 'jumps' }),
  ];
}
