import { printTable } from '../measure/figures.ts';
import { cellsOf, headingsOf, interleave, type Rounds } from './interleave.ts';
import type { BenchMarket } from './market.ts';
import { routeTargets, SET_ROUTE } from './routes.ts';
import { captureBytes, startFloor, startHandWritten, startOurs, startPlain } from './servers.ts';

/** GET /set/{number} by everyone, at each number of connections. */
export async function compareContenders(
  market: BenchMarket,
  bytesFolder: string,
  connections: readonly number[],
  rounds: Rounds,
  say: (line: string) => void,
): Promise<unknown> {
  const target = routeTargets(market).get(SET_ROUTE)!;
  const ours = await startOurs(market);
  const bytes = await captureBytes(ours, target, bytesFolder);
  const contenders = [await startFloor(bytes), await startHandWritten(market), await startPlain(market), ours];
  try {
    const results = [];
    for (const count of connections) {
      say(`${SET_ROUTE} at ${count} connections`);
      const measured = await interleave(contenders, target, count, rounds);
      results.push({ connections: count, results: Object.fromEntries(measured) });
      const floor = measured.get('floor')!;
      printTable(
        [`${SET_ROUTE}, ${count} connections`, ...headingsOf('the floor')],
        [...measured].map(([name, result]) => [name, ...cellsOf(result, floor)]),
      );
    }
    return results;
  } finally {
    await Promise.all(contenders.map((contender) => contender.stop()));
  }
}
