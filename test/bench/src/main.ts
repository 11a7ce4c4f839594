import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { benchBook } from './brickfolio/book.bench.ts';
import { benchCatalogImport } from './catalog/catalog-import.bench.ts';
import { benchGrowth } from './growth/growth.bench.ts';
import { benchSoak } from './growth/soak.bench.ts';
import { benchChanges } from './http/changes.bench.ts';
import { benchHttp, HTTP_PARTS, type HttpPart } from './http/http.bench.ts';
import { benchRetailImport } from './retail/retail-import.bench.ts';
import { benchEarlierBuild } from './valuation/earlier-build.bench.ts';
import { type Prices, PRICES } from './valuation/sold-market.ts';
import { benchValuation } from './valuation/valuation.bench.ts';
import { benchSlowWorkers, benchWorkers } from './valuation/workers.bench.ts';

const HELP = `npm run bench -- [NAME...] [--quick] [--json FILE] [--dump FOLDER] [--sales N] [...]

Each benchmark starts what it measures, compares in interleaved rounds, and stops. The default is http.

  http            GET /set/{number} and every other route: this service, bare Fastify with the same bytes,
                  a hand-written version, and a plain Nest + TypeORM version; warm starts
  soak            an hour (or --minutes N) of mixed load with a change of data each second: memory, handles, dead
                  rows, and bytes of log
  growth          time, memory and bytes of all that could grow, at three sizes up to 26,000 sets, 10 million sales,
                  20,000 accounts, and 50,000 holdings (or a share of that by --scale S)
  changes         p99 of routes while nothing changes, and while one set changes a second
  import          a catalog import, compared with COPY of the same rows
  retail-import   an import of a million retail observations
  valuation       1 and 5 million sales valued, compared with medians in SQL; 1 % changed
  workers         4 million sales (or --sales N) valued by one worker, in shards, and by two workers
  book            edits, undo, overview, and imports in portfolios of 100 and 10,000 holdings

  --quick         smaller sizes and shorter rounds
  --parts A,B     http: only some of warm-start, contenders, routes
  --json FILE     http: also write the figures to FILE; growth: write them there (default: growth.json in dist)
  --dump FOLDER   import: use a Rebrickable dump
  --minutes N     soak: the duration
  --sales N       workers, valuation --against: the number of sales
  --against FOLDER
                  valuation: compare with the build in another checkout
  --prices TYPE   workers, valuation --against: around-level or wandering
  --cores-each C, --workers N
                  workers: N workers with a share C of a core each (needs root)

wrk generates the load if it is installed, otherwise autocannon.
`;

const QUICK = { sets: 2_000, years: 1, seconds: 2, repeats: 3, connections: [1, 64] };
const FULL = { sets: 25_000, years: 1, seconds: 3, repeats: 3, connections: [1, 8, 64, 256] };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
    scale: { type: 'string', default: '1' },
    parts: { type: 'string' },
    dump: { type: 'string' },
    sales: { type: 'string' },
    minutes: { type: 'string' },
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
  changes: () => (values.quick ? benchChanges(2_000, 5) : benchChanges(26_000, 60)),
  soak: () => benchSoak(sizeOf(values.minutes, values.quick ? 2 : 60), (line) => process.stderr.write(`${line}\n`)),
  growth: () =>
    benchGrowth(shareOf(values.scale), values.json ?? 'test/bench/dist/growth.json', (line) =>
      process.stderr.write(`${line}\n`),
    ),
  import: () => benchCatalogImport(values.dump),
  'retail-import': benchRetailImport,
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
  book: benchBook,
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
  if (!(share > 0 && share <= 1)) throw new Error(`${text} is no share: write a number above 0 and up to 1`);
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
