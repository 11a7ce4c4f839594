import { ForecastStore } from '@brickmarket/persistence-ports';
import { Database, Stores } from '@brickmarket/persistence-postgres';
import { type ForecastRefusal, learnForecast, type MarketForecast, marketFromRows } from '@brickmarket/valuation';

type Refusals = Readonly<Record<'six' | 'twelve' | 'sales', ForecastRefusal | null>>;

/**
 * What a market without sales learns, but for sealed sets each gate as asked: prices rise by a tenth in 6 months, a
 * fifth in 12.
 */
function aForecast({ six, twelve, sales }: Refusals): MarketForecast {
  const nothing = learnForecast(marketFromRows([]), 20_000);
  const table = (middle: number) =>
    Array.from({ length: 20 }, () => Array.from({ length: 20 }, () => [middle - 0.1, middle, middle + 0.1] as const));
  const counts = { byRate: Array.from({ length: 20 }, () => [-0.5, 0, 0.5] as const), season: Array(12).fill(0) };
  const sealed = {
    prices: {
      6: { refusal: six, origins: [], table: table(Math.log(1.1)) },
      12: { refusal: twelve, origins: [], table: table(Math.log(1.2)) },
    },
    sales: { refusal: sales, origins: [], table: counts },
  };
  return { ...nothing, conditions: { ...nothing.conditions, sealed } };
}

/** Stores a forecast as a published backtest does. */
export async function storeForecast(databaseUrl: string, refusals: Refusals): Promise<void> {
  const owner = Database.open({ url: databaseUrl, applicationName: 'spec', poolSize: 1 });
  try {
    await new Stores(owner).get(ForecastStore).save(aForecast(refusals), new Date('2026-11-01T00:00:00Z'));
  } finally {
    await owner.close();
  }
}
