import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { benchExports } from './account/exports.bench.ts';
import { benchFirstView } from './account/first-view.bench.ts';
import { benchAdmission } from './admission/admission.bench.ts';
import { benchBook } from './brickfolio/book.bench.ts';
import { benchBrickfolio } from './brickfolio/brickfolio.bench.ts';
import { benchCatalogImport } from './catalog/catalog-import.bench.ts';
import { benchSearch } from './catalog/search.bench.ts';
import { benchCopy } from './copy/copy.bench.ts';
import { benchEvents } from './events/events.bench.ts';
import { benchFairness } from './fairness/fairness.bench.ts';
import { benchHttp, HTTP_PARTS, type HttpPart } from './http/http.bench.ts';
import { benchSoak } from './http/soak.bench.ts';
import { benchLargeMarket } from './large/large-market.bench.ts';
import { benchRetailImport } from './retail/retail-import.bench.ts';
import { benchRetailWatch } from './retail/retail-watch.bench.ts';
import { benchStalls } from './stalls/stalls.bench.ts';
import { benchEarlierBuild } from './valuation/earlier-build.bench.ts';
import { type Prices, PRICES } from './valuation/sold-market.ts';
import { benchValuation } from './valuation/valuation.bench.ts';
import { benchSlowWorkers, benchWorkers } from './valuation/workers.bench.ts';

const HELP = `npm run bench -- [NAME...] [--quick] [--json FILE] [--dump FOLDER] [--sales N] [...]

Measures on this machine, starts everything itself and stops by itself. Without a name: http.

  http            1,000 keys of 1,000 accounts with holdings and sales, in turn: GET /set/{number} beside bare Fastify
                  with the same bytes (the floor), a hand-written Fastify + pg version and a plain Nest + TypeORM one,
                  and layer by layer of our frame, with where the time is spent; every route beside its floor, the
                  private ones beside a hand-written version; one process beside two; warm starts; at the end the
                  goals beside what was reached. Every row says how much processor time a request took and how much
                  the host took away (steal): measurements above 5 % are made again
  soak            resident memory while all routes are asked for ten minutes
  stalls          where GET /set/{number} stands still at 64 connections: times of answers, event loop, garbage and
                  admission, and what every answer over 30 ms fell together with
  import          a catalogue import beside plain COPY of the same rows; memory
  search          searches at steady rates over 64 connections, and after changes of the catalogue; memory
  retail-import   a million observations of product pages
  retail-watch    100 and 10,000 sets in a collection
  valuation       1 and 5 million sales valued and written back, beside medians in SQL; 1 % changed; memory
  workers         4 million sales (or --sales N) valued as a whole, by one worker in shards, and by two, in turn:
                  time of each phase, processor time, steal, memory
  copy            30,000 sets: what a mirror costs, snapshots and what others notice of them, /catalog/changes
  admission       one admission of 1 to 128 keys, beside a bare upsert of the same counters
  fairness        what one account notices of another that asks for 354 kB on 200 connections, or hangs up each time
  events          100,000 price changes against 10,000 rules; 1,000 receivers, one of them dead; memory
  brickfolio      analytics of 100 and 10,000 holdings, pages of entries at the start and far down
  book            an owner's edit of one holding among 100 and 10,000: time and log bytes; the overview of each; imports
  exports         what a person notices in the account area of 40 exports of 60,000 holdings by others
  first-view      the sign-in page and the keys of the account area in Chromium with an empty cache: first contentful
                  paint, until all is there, bytes transferred

  large-market    a small and a large market side by side: imports, full and incremental valuations, all routes;
                  cost of a sale, a row and a request in both, of which none may grow by more than 1.5. Unless told
                  otherwise 5 million sales and 1,000 accounts of 100 holdings beside 20 million and 5,000

  --accounts N, --sales N, --sets N
                  large-market: the size of the large market (the small one has the same sets); workers: sales
  --cores-each C, --workers N
                  workers: by one to N (or four) instead, each with a part C of a core to itself, as if each had a slow
                  machine of its own; needs root
  --against FOLDER
                  fairness: beside the build in FOLDER, in turn
                  valuation: of 5 million sales (or --sales N) by this build and by the one in FOLDER, in turn: a full
                  run, and 1 % changed in a worker and by the command. FOLDER is another checkout, in which
                  "npm run build" has run
  --prices KIND   workers, valuation --against: prices of an item are around-level (each anew around one level) or
                  wandering (each near the last one, as offers are)
  --quick         large-market of a twentieth; valuation of a tenth; workers of 1.5 million sales; http on a smaller
                  market, with fewer connections and shorter runs; soak for two minutes
  --parts A,B     http: only these of warm-start, contenders, layers, profile, without-parts, one-key, routes, polls,
                  processes
  --json FILE     also writes the figures of http or large-market to FILE
  --dump FOLDER   import, search: a Rebrickable dump of your own instead of an invented catalogue

Uses wrk to make the load where it is installed, autocannon otherwise.
`;

const QUICK = { sets: 2_000, years: 1, seconds: 2, repeats: 3, connections: [1, 64] };
const FULL = { sets: 25_000, years: 1, seconds: 3, repeats: 3, connections: [1, 8, 64, 256] };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
    parts: { type: 'string' },
    dump: { type: 'string' },
    accounts: { type: 'string' },
    sales: { type: 'string' },
    sets: { type: 'string' },
    workers: { type: 'string' },
    'cores-each': { type: 'string' },
    against: { type: 'string' },
    prices: { type: 'string', default: PRICES[0] },
    help: { type: 'boolean', default: false },
  },
});

const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
  async http() {
    const options = { ...(values.quick ? QUICK : FULL), parts: partsOf(values.parts) };
    const figures = await benchHttp(options, (line) => process.stderr.write(`${line}\n`));
    if (values.json) await writeFile(values.json, JSON.stringify({ options, figures }, null, 2));
  },
  async 'large-market'() {
    const part = values.quick ? 20 : 1;
    const sets = sizeOf(values.sets, values.quick ? 2_500 : 25_000);
    const figures = await benchLargeMarket(
      {
        small: { accounts: 1_000 / part, sales: 5_000_000 / part, sets },
        large: {
          accounts: sizeOf(values.accounts, 5_000 / part),
          sales: sizeOf(values.sales, 20_000_000 / part),
          sets,
        },
        seconds: values.quick ? 1 : 2,
        repeats: 3,
        importRows: 200_000 / part,
      },
      (line) => process.stderr.write(`${line}\n`),
    );
    if (values.json) await writeFile(values.json, JSON.stringify(figures, null, 2));
  },
  soak: () => benchSoak(values.quick ? 2 : 10, (line) => process.stderr.write(`${line}\n`)),
  stalls: () =>
    benchStalls({ sets: values.quick ? 2_000 : 25_000, seconds: values.quick ? 3 : 10, repeats: 3 }, (line) =>
      process.stderr.write(`${line}\n`),
    ),
  import: () => benchCatalogImport(values.dump),
  search: () => benchSearch(values.dump),
  'retail-import': benchRetailImport,
  'retail-watch': benchRetailWatch,
  valuation: () =>
    values.against === undefined
      ? benchValuation(values.quick)
      : benchEarlierBuild(
          sizeOf(values.sales, values.quick ? 500_000 : 5_000_000),
          pricesOf(values.prices),
          values.against,
        ),
  async workers() {
    const sales = sizeOf(values.sales, values.quick ? 1_500_000 : 4_000_000);
    if (values['cores-each'] === undefined) await benchWorkers(sales, pricesOf(values.prices));
    else
      await benchSlowWorkers(sales, pricesOf(values.prices), sizeOf(values.workers, 4), shareOf(values['cores-each']));
  },
  copy: () => benchCopy({ sets: values.quick ? 3_000 : 30_000, seconds: values.quick ? 4 : 20, repeats: 5 }),
  brickfolio: benchBrickfolio,
  book: benchBook,
  events: benchEvents,
  exports: benchExports,
  'first-view': () => benchFirstView(values.quick ? 5 : 25),
  fairness: () => benchFairness(values.quick ? 3 : 9, values.against),
  admission: () => benchAdmission(values.quick ? 100 : 500),
};

function partsOf(text: string | undefined): readonly HttpPart[] {
  if (text === undefined) return HTTP_PARTS;
  const parts = text.split(',');
  const unknown = parts.filter((part) => !(HTTP_PARTS as readonly string[]).includes(part));
  if (unknown.length > 0) throw new Error(`http has no part ${unknown.join(', ')}: choose of ${HTTP_PARTS.join(', ')}`);
  return parts as HttpPart[];
}

function pricesOf(text: string): Prices {
  const prices = PRICES.find((one) => one === text);
  if (prices === undefined) throw new Error(`prices are not ${text}: choose of ${PRICES.join(', ')}`);
  return prices;
}

function sizeOf(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${text} is not a size: write a whole number`);
  return Number(text);
}

function shareOf(text: string): number {
  const share = Number(text);
  if (!(share > 0 && share <= 1)) throw new Error(`${text} is no part of a core: write a number above 0 and up to 1`);
  return share;
}

const names = positionals.length > 0 ? positionals : ['http'];
const unknown = names.filter((name) => !(name in BENCHES));
if (values.help || unknown.length > 0) {
  process.stdout.write(HELP);
  process.exitCode = values.help ? 0 : 2;
} else {
  for (const name of names) await BENCHES[name]!();
}
