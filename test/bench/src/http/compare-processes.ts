import { printTable } from '../measure/figures.ts';
import { cellsOf, headingsOf, interleave, type Rounds } from './interleave.ts';
import type { BenchMarket } from './market.ts';
import { routeTargets, SET_ROUTE } from './routes.ts';
import { startOurs, startOursInTwo } from './servers.ts';

/** One process against two behind one port. */
export async function compareProcesses(
  market: BenchMarket,
  connections: readonly number[],
  rounds: Rounds,
  say: (line: string) => void,
): Promise<unknown> {
  const target = routeTargets(market).get(SET_ROUTE)!;
  const contenders = [await startOurs(market, 'one process'), await startOursInTwo(market, 'two processes')];
  try {
    const results = [];
    for (const count of connections) {
      say(`${SET_ROUTE} by one and by two processes at ${count} connections`);
      const measured = await interleave(contenders, target, count, rounds);
      results.push({ connections: count, results: Object.fromEntries(measured) });
      printTable(
        [`${SET_ROUTE}, ${count} connections`, ...headingsOf('one process')],
        [...measured].map(([name, result]) => [name, ...cellsOf(result, measured.get('one process')!)]),
      );
    }
    return results;
  } finally {
    await Promise.all(contenders.map((contender) => contender.stop()));
  }
}
