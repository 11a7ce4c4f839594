import { DemoMarket } from '@brickmarket/demo-market';
import type { ItemKind } from '@brickmarket/domain';
import type { KnownTruth } from '@brickmarket/operations';
import type { Stores } from '../persistence.wiring.ts';

/** The true values behind the sales of the demo that a database holds; undefined when it holds none. */
export async function findDemoTruth(stores: Stores): Promise<KnownTruth | undefined> {
  const demo = await stores.demo.find();
  if (demo === null) return undefined;
  const market = new DemoMarket(demo);
  const { sets, minifigs } = await stores.items.load();
  const numbers = new Map([...sets, ...minifigs].map(([number, id]) => [id, number]));
  return (itemId, isMinifig, condition, day) => {
    const kind: ItemKind = isMinifig ? 'minifig' : 'set';
    return market.trueValueCents(kind, numbers.get(itemId)!, condition, day);
  };
}
