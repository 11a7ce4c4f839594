import { DemoMarket, TEMPERAMENT_NAMES } from '@brickmarket/demo-market';
import { parseIsoMonth } from '@brickmarket/domain';
import { backtest, BASELINE_NAMES, type GroupFigures } from '@brickmarket/valuation';
import { demoValuationMarket } from '../../apps/cli/src/demo/known-market.ts';
import { knownProcessMdapePct } from '../../apps/cli/src/demo/known-process.ts';

const FIRST_MONTH = parseIsoMonth('2026-02')!;
const LAST_MONTH = parseIsoMonth('2026-10')!;
/** Where single sales are noisy, values have to be better by more than where the last price says nearly all. */
const LEAST_GAIN_PCT = { ordinary: 5, noisy: 5, smooth: 2, jumps: 2, mixed: 5, thin: 5, thick: 3 } as const;
const report: string[] = [];

// The method was developed on seeds other than these.
describe.each(TEMPERAMENT_NAMES)('the estimator on an unseen market of temperament %s', (temperament) => {
  const known = demoValuationMarket(
    new DemoMarket({
      seed: '2',
      asOf: new Date('2026-11-01T00:00:00Z'),
      sets: temperament === 'thick' ? 80 : 240,
      minifigs: 100,
      years: 3,
      temperament,
    }),
  );
  const { overall } = backtest(known.market, FIRST_MONTH, LAST_MONTH);
  const processKnown = knownProcessMdapePct(known, FIRST_MONTH, LAST_MONTH);
  report.push(row(temperament, overall, processKnown));

  it('covers between 78 % and 82 % of next sales with its 80 % range', () => {
    expect(overall.estimator.coveragePct).toBeGreaterThan(78);
    expect(overall.estimator.coveragePct).toBeLessThan(82);
  });

  it.each(BASELINE_NAMES)('errs less than %s on the sales that both can answer', (name) => {
    const { estimatorMdapePct, mdapePct } = overall.baselines[name];
    expect(estimatorMdapePct!).toBeLessThan((1 - LEAST_GAIN_PCT[temperament] / 100) * mdapePct!);
    // The last sale may be of any age. In a thin market some items have had none within the year that a value looks
    // back.
    if (temperament !== 'thin' || name !== 'lastSale')
      expect(overall.estimator.answeredPct).toBeGreaterThanOrEqual(overall.baselines[name].answeredPct);
  });

  it('errs at most 6 % more than a filter that knows how the market comes about', () => {
    expect(overall.estimator.mdapePct!).toBeLessThan(1.06 * processKnown);
  });
});

afterAll(() => {
  const heading = `MdAPE %: temperament, sales, ours, in range %, ${BASELINE_NAMES.join(', ')}, process known`;
  process.stderr.write(`${heading}\n${report.join('\n')}\n`);
});

function row(temperament: string, { sales, estimator, baselines }: GroupFigures, processKnown: number): string {
  const others = BASELINE_NAMES.map((name) => baselines[name].mdapePct);
  return [temperament, sales, estimator.mdapePct, estimator.coveragePct, ...others, processKnown.toFixed(2)].join(
    ' | ',
  );
}
