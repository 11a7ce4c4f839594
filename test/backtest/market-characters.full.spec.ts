import { parseIsoMonth } from '@brickmarket/domain';
import { backtest } from '@brickmarket/valuation';
import { InventedMarket } from '../support/market/invented-market.ts';
import { demoValuationMarket } from '../support/market/known-market.ts';
import { knownProcessMdapePct } from '../support/market/known-process.ts';
import { TEMPERAMENT_NAMES, type TemperamentName } from '../support/market/temperaments.ts';

const SIZE = { seed: 'x', asOf: new Date('2026-11-01T00:00:00Z'), sets: 20, minifigs: 15, years: 1.5 };
const [FIRST_MONTH, LAST_MONTH] = [parseIsoMonth('2026-09')!, parseIsoMonth('2026-10')!];

function measure(temperament: TemperamentName) {
  const known = demoValuationMarket(new InventedMarket({ ...SIZE, temperament }));
  const { sales, estimator } = backtest(known.market, FIRST_MONTH, LAST_MONTH).overall;
  return { sales, ours: estimator.mdapePct!, processKnown: knownProcessMdapePct(known, FIRST_MONTH, LAST_MONTH) };
}

it('markets differ by temperament as they say, and are the same for the same seed', () => {
  const measured = new Map(TEMPERAMENT_NAMES.map((name) => [name, measure(name)]));
  for (const { sales, ours, processKnown } of measured.values())
    for (const figure of [sales, ours, processKnown]) expect(figure).toBeGreaterThan(0);
  expect(measured.get('smooth')!.ours).toBeLessThan(measured.get('noisy')!.ours / 2);
  expect(measured.get('thick')!.sales).toBeGreaterThan(3 * measured.get('thin')!.sales);
  expect(measure('smooth')).toEqual(measured.get('smooth'));
});
