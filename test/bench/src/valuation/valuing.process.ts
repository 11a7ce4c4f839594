import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

// Values the market in DATABASE_URL as of each day that it is sent, with the libraries of the build in the folder that
// is its argument: what was compiled for one valuation serves the next, as in a worker. Runs until it is stopped.

/** A valuation to make. */
export interface ValuationOrder {
  readonly asOf: string;
  /** Value everything, whether or not it has changed. */
  readonly all: boolean;
  /** About how many sales a shard has; the default without it. */
  readonly shardSales?: number | undefined;
}

/** What it took. */
export interface MadeValuation {
  readonly ms: number;
  /** Milliseconds by the name of the step. */
  readonly steps: Readonly<Record<string, number>>;
}

type Operations = typeof import('@brickmarket/operations');
type Ports = typeof import('@brickmarket/persistence-ports');
type Persistence = typeof import('@brickmarket/persistence-postgres');
type Store = InstanceType<Ports['ValuationStore']>;
/** The first releases name every store. */
type FirstPersistence = { readonly PostgresValuationStore?: new (database: unknown) => Store };

const library = <Library>(name: string): Promise<Library> =>
  import(pathToFileURL(resolve(process.argv[2]!, 'libs', name, 'dist/index.js')).href) as Promise<Library>;
const { valueMarket } = await library<Operations>('operations');
const { ValuationStore } = await library<Ports>('persistence-ports');
const { Database, Stores, PostgresValuationStore } = await library<Persistence & FirstPersistence>(
  'persistence-postgres',
);
const database = await Database.connect({ url: process.env['DATABASE_URL']!, applicationName: 'bench', poolSize: 8 });
const store = PostgresValuationStore ? new PostgresValuationStore(database) : new Stores(database).get(ValuationStore);

async function value({ asOf, all, shardSales }: ValuationOrder): Promise<MadeValuation> {
  const begun: { readonly title: string; readonly at: number }[] = [];
  const { durationMs } = await valueMarket(store, {
    at: new Date(`${asOf}T12:00:00Z`),
    all,
    shardSales,
    progress: { step: (title) => begun.push({ title, at: performance.now() }), advance: () => undefined },
  });
  const end = performance.now();
  return {
    ms: durationMs,
    steps: Object.fromEntries(begun.map(({ title, at }, index) => [title, (begun[index + 1]?.at ?? end) - at])),
  };
}

process.on('message', (order: ValuationOrder) => void value(order).then((made) => process.send!(made)));
process.send!('ready');
