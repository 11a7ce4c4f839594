import { DemoMarket, type MarketOptions, type TemperamentName } from '@brickmarket/demo-market';
import { epochDayOf, InvalidInputError, monthOfDay, roundHalfAwayFromZero } from '@brickmarket/domain';
import { type Progress, reportOf } from '@brickmarket/operations';
import {
  backtest,
  COMPARED_BASELINES,
  type MarketReport,
  METHOD_TITLES,
  presentMarketReport,
  ratioText,
  type ReportTable,
} from '@brickmarket/valuation';
import { demoValuationMarket } from './known-market.ts';
import { knownProcessMdapePct } from './known-process.ts';

export interface TemperamentReport {
  readonly temperament: TemperamentName;
  readonly report: MarketReport;
  /** Median error of a filter that knows the process; null: nothing to compare. */
  readonly processKnownMdapePct: number | null;
}

/** Markets differ only in their profile; last whole months before the as-of instant. In memory, without a database. */
export function backtestTemperaments(
  market: MarketOptions,
  temperaments: readonly TemperamentName[],
  months: number,
  progress: Progress,
): readonly TemperamentReport[] {
  if (months < 1) throw new InvalidInputError('a backtest needs at least one month');
  const last = monthOfDay(epochDayOf(market.asOf)) - 1;
  const first = last - months + 1;
  return temperaments.map((temperament) => {
    progress.step(`Inventing and measuring a market: ${temperament}`);
    const known = demoValuationMarket(new DemoMarket({ ...market, temperament }));
    const measured = backtest(known.market, first, last, { trueCents: known.trueCents });
    const processKnown = knownProcessMdapePct(known, first, last);
    return {
      temperament,
      report: reportOf(measured),
      processKnownMdapePct: Number.isNaN(processKnown) ? null : roundHalfAwayFromZero(100 * processKnown) / 100,
    };
  });
}

/** JSON per profile: as `backtest --json`, with the known process. */
export function presentTemperaments(reports: readonly TemperamentReport[]): object {
  return reports.map(({ temperament, report, processKnownMdapePct }) => ({
    temperament,
    process_known_mdape_pct: processKnownMdapePct,
    ...presentMarketReport(report),
  }));
}

export function temperamentsTable(reports: readonly TemperamentReport[]): ReportTable {
  const { firstMonth, lastMonth } = reports[0]!.report;
  return {
    title:
      `Median error (MdAPE, %) on invented markets, ${firstMonth} to ${lastMonth}, and our mean log error over each ` +
      "method's, with its 95 % interval",
    headings: [
      'temperament',
      'sales',
      METHOD_TITLES.estimator,
      'in range %',
      ...COMPARED_BASELINES.map((name) => METHOD_TITLES[name]),
      'process known',
    ],
    rows: reports.map(({ temperament, report, processKnownMdapePct }) => {
      const { overall } = report.againstSales;
      const others = COMPARED_BASELINES.map((name) =>
        ratioText(report.comparisons?.find(({ market, method }) => market === 'all' && method === name)?.male ?? null),
      );
      const { mdapePct, coveragePct } = overall.estimator;
      return [temperament, overall.sales, mdapePct, coveragePct, ...others, processKnownMdapePct];
    }),
  };
}
