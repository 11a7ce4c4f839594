import type { EpochDay } from '@brickmarket/domain';
import type { ItemToValue, ValuationSession, ValuedItems } from '@brickmarket/persistence-ports';
import type { MarketModel } from '@brickmarket/valuation';
import { gatherMarket } from './gather-market.ts';
import { salesToValue, valueItems } from './value-items.ts';

/** Parts of at least as many items as justify a statement. */
const PARTS = 4;
const SMALLEST_PART = 50;

/** The database reads one part while another is computed. Null above `mostSales`. */
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

/** Reads the next part while one is used. */
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
      // The next reader gets the failure.
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
