import { longestTurnMs } from '../measure/longest-turn.ts';
import { residentMegabytes } from '../measure/resident-memory.ts';
import { printTable } from '../measure/table.ts';
import { cellsOf, headingsOf, interleave, type Rounds } from './interleave.ts';
import { load } from './load.ts';
import type { BenchMarket } from './market.ts';
import { routeTargets, SET_ROUTE } from './routes.ts';
import { captureBytes, startFloor, startOurs } from './servers.ts';

const CONNECTIONS = 64;

/** Every route of ours beside a floor that returns the same bytes; then alone, for what one request takes and how long it keeps the event loop. */
export async function compareRoutes(
  market: BenchMarket,
  bytesFolder: string,
  rounds: Rounds,
  say: (line: string) => void,
): Promise<unknown> {
  const rows: string[][] = [];
  const results: Record<string, unknown> = {};
  let oneSetMs = Number.NaN;
  for (const [route, target] of routeTargets(market)) {
    say(route);
    const ours = await startOurs(market);
    const floor = await startFloor(await captureBytes(ours, target, bytesFolder));
    try {
      const measured = await interleave([floor, ours], target, CONNECTIONS, rounds);
      const residentMb = await residentMegabytes(ours.pid);
      const packed = await load(ours.url, { ...target, packed: true }, CONNECTIONS, rounds.seconds);
      await longestTurnMs(ours);
      const alone = await load(ours.url, target, 1, rounds.seconds);
      const turnMs = await longestTurnMs(ours);
      if (route === SET_ROUTE) oneSetMs = alone.p50Ms;
      results[route] = {
        ...Object.fromEntries(measured),
        residentMb,
        packed,
        aloneMs: alone.p50Ms,
        timesOneSet: alone.p50Ms / oneSetMs,
        longestTurnMs: turnMs,
      };
      rows.push([
        route,
        ...cellsOf(measured.get('ours')!, measured.get('floor')!),
        packed.requestsPerSecond.toFixed(0),
        String(residentMb),
        alone.p50Ms.toFixed(2),
        (alone.p50Ms / oneSetMs).toFixed(1),
        turnMs.toFixed(0),
      ]);
    } finally {
      await Promise.all([ours.stop(), floor.stop()]);
    }
  }
  printTable(
    [
      `${CONNECTIONS} connections`,
      ...headingsOf('its floor'),
      'packed: requests/s',
      'resident MB',
      'alone: p50 ms',
      'of one set',
      'longest turn ms',
    ],
    rows,
  );
  return results;
}
