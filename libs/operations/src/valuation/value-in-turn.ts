import type { EpochDay } from '@brickmarket/domain';
import type { ItemToValue, ValuationSession, ValuedItems } from '@brickmarket/persistence-ports';
import type { MarketModel } from '@brickmarket/valuation';
import { gatherMarket } from './gather-market.ts';
import { salesToValue, valueItems } from './value-items.ts';

/** In so many parts, of no fewer items than a statement is worth. */
const PARTS = 4;
const SMALLEST_PART = 50;

/**
 * Values some items by a model, part by part: the database reads one while another is computed. Null as soon as they
 * are seen to have more sales than `mostSales`.
 */
export async function valueInTurn(
  session: ValuationSession,
  items: readonly ItemToValue[],
  asOf: EpochDay,
  model: MarketModel,
  mostSales: number,
): Promise<ValuedItems | null> {
  const valued: Omit<ValuedItems, 'items'>[] = [];
  let salesRead = 0;
  const read = (part: readonly ItemToValue[]) =>
    gatherMarket(part, (take) =>
      session.readSales({ itemIds: part.map(({ itemId }) => itemId), until: asOf, ...salesToValue(part, asOf) }, take),
    );
  for await (const gathered of readAhead(partsOf(items), read)) {
    salesRead += gathered.market.sales.day.length;
    if (salesRead > mostSales) return null;
    valued.push(valueItems(gathered, asOf, model, false));
  }
  return {
    items,
    values: joined(valued.map(({ values }) => values)),
    pastValues: joined(valued.map(({ pastValues }) => pastValues)),
    salesRead,
  };
}

function partsOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const size = Math.max(Math.ceil(items.length / PARTS), SMALLEST_PART);
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}

/** What is read of each part, in order; the next one is being read when one is given out. */
async function* readAhead<Part, Read>(
  parts: readonly Part[],
  read: (part: Part) => Promise<Read>,
): AsyncGenerator<Read> {
  let next: Promise<Read> | null = null;
  try {
    for (const [at, part] of parts.entries()) {
      const current: Read = await (next ?? read(part));
      const following = parts[at + 1];
      next = following === undefined ? null : read(following);
      // Whoever waits for it next hears of a failure.
      next?.catch(() => undefined);
      yield current;
    }
  } finally {
    await next?.catch(() => undefined);
  }
}

function* joined<Row>(parts: readonly Iterable<Row>[]): Generator<Row> {
  for (const part of parts) yield* part;
}
