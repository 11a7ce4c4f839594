import type { Condition, MarketSale } from '@brickmarket/domain';
import type { SaleScope, ValuationSession } from '../values/market.ts';
import type { IdentifiedSale } from '../sales/sales.ts';
import { aCatalog, aMarketSale, aMinifig, aRun, aSet, DAY, valuesOf } from './builders.ts';
import type { OpenStores, StoresUnderTest } from './stores.ts';

export const LONG_AGO = new Date(0);
export const EVERYTHING: SaleScope = { itemIds: 'all', after: 0, until: 100_000 };

/** A store with one set and one minifigure, and what the suites of sales and values do with it. */
export class MarketUnderTest {
  #lastRef = 0;

  private constructor(
    readonly stores: StoresUnderTest,
    readonly setId: number,
    readonly figureId: number,
  ) {}

  static async open(open: OpenStores): Promise<MarketUnderTest> {
    const stores = await open();
    await stores.catalogImport.mergeCatalog(aCatalog([aSet('1-1')], [aMinifig('fig-1')]));
    const items = await stores.items.load();
    return new MarketUnderTest(stores, items.sets.get('1-1')!, items.minifigs.get('fig-1')!);
  }

  /** A sealed copy of the set for 10 dollars on the day, but for what the test says. */
  aSale(facts: Partial<MarketSale> & { day?: number; itemId?: number } = {}): IdentifiedSale {
    const { day = DAY, itemId = this.setId, ...sale } = facts;
    return { itemId, sale: aMarketSale(day, { sourceRef: `${++this.#lastRef}`, ...sale }) };
  }

  /** The sales as a valuation reads them: item, condition, day, price, quantity. */
  salesRead(scope = EVERYTHING): Promise<(string | number)[][]> {
    return this.stores.valuations.run((session) => this.readSales(session, scope));
  }

  async readSales(session: Pick<ValuationSession, 'readSales'>, scope: SaleScope): Promise<(string | number)[][]> {
    const rows: [number, Condition, number, number, number][] = [];
    await session.readSales(scope, ({ itemId, condition, length, day, priceCents, quantity }) => {
      for (let at = 0; at < length; at++)
        rows.push([itemId, condition, day.at(at)!, priceCents.at(at)!, quantity.at(at)!]);
    });
    return rows.toSorted((a, b) => a[0] - b[0] || a[2] - b[2] || a[3] - b[3]);
  }

  changedItems(asOf = DAY): Promise<readonly number[]> {
    return this.stores.valuations.run(async (session) =>
      (await session.listChangedItems(asOf, LONG_AGO)).map(({ itemId }) => itemId),
    );
  }

  /** Values the changed items and publishes that. */
  async valueChanged(asOf = DAY): Promise<void> {
    await this.stores.valuations.run(async (session) => {
      const items = await session.listChangedItems(asOf, LONG_AGO);
      await session.publish(aRun({ asOf, items, values: items.flatMap((item) => valuesOf(item, 900)) }));
    });
  }
}
