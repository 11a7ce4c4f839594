import { valueMarket } from '@brickmarket/operations';
import { ValuationStore } from '@brickmarket/persistence-ports';
import { Database, Stores } from '@brickmarket/persistence-postgres';

// Values the market in DATABASE_URL as of each day that it is sent, in full: what was compiled for one valuation serves
// the next, as in a worker. Runs until it is stopped.

/** A valuation to make. */
export interface ValuationOrder {
  readonly asOf: string;
  /** About how many sales a shard has; the default without it. */
  readonly shardSales?: number | undefined;
}

/** What it took. */
export interface MadeValuation {
  readonly ms: number;
  /** Milliseconds by the name of the step. */
  readonly steps: Readonly<Record<string, number>>;
}

const database = await Database.connect({ url: process.env['DATABASE_URL']!, applicationName: 'bench', poolSize: 8 });

async function value({ asOf, shardSales }: ValuationOrder): Promise<MadeValuation> {
  const begun: { readonly title: string; readonly at: number }[] = [];
  const { durationMs } = await valueMarket(new Stores(database).get(ValuationStore), {
    at: new Date(`${asOf}T12:00:00Z`),
    all: true,
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
