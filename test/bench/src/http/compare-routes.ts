import { isDeepStrictEqual } from 'node:util';
import { longestTickMs, residentMegabytes } from '../measure/server-process.ts';
import { printTable } from '../measure/figures.ts';
import { cellsOf, type Contender, headingsOf, interleave, type Measured, type Rounds } from './interleave.ts';
import { load, type LoadResult, type Target } from './load.ts';
import type { BenchMarket } from './market.ts';
import { isPrivate, routeTargets, SET_ROUTE } from './routes.ts';
import { captureBytes, startFloor, startHandWritten, startOurs } from './servers.ts';

const CONNECTIONS = 64;

interface RouteFigures {
  readonly floor: Measured;
  readonly ours: Measured;
  readonly handWritten: Measured | null;
  readonly residentMb: number;
  readonly compressed: LoadResult;
  readonly aloneMs: number;
  readonly timesOneSet: number;
  readonly longestTickMs: number;
}

/**
 * Every route of ours next to a floor that returns the same bytes, the private ones next to a hand-written version too;
 * then alone, for what one request takes and how long it blocks the event loop.
 */
export async function compareRoutes(
  market: BenchMarket,
  bytesFolder: string,
  rounds: Rounds,
  say: (line: string) => void,
): Promise<Readonly<Record<string, RouteFigures>>> {
  const rows: string[][] = [];
  const results: Record<string, RouteFigures> = {};
  let oneSetMs = Number.NaN;
  for (const [route, target] of routeTargets(market)) {
    say(route);
    const ours = await startOurs(market);
    const contenders = [await startFloor(await captureBytes(ours, target, bytesFolder)), ours];
    if (isPrivate(route)) contenders.push(await startHandWritten(market));
    try {
      if (isPrivate(route)) await compareAnswers(ours, contenders[2]!, target);
      const measured = await interleave(contenders, target, CONNECTIONS, rounds);
      const handWritten = measured.get('hand-written') ?? null;
      const residentMb = await residentMegabytes(ours.pid);
      const compressed = await load(ours, { ...target, compressed: true }, CONNECTIONS, rounds.seconds);
      await longestTickMs(ours);
      const alone = await load(ours, target, 1, rounds.seconds);
      const tickMs = await longestTickMs(ours);
      if (route === SET_ROUTE) oneSetMs = alone.p50Ms;
      results[route] = {
        floor: measured.get('floor')!,
        ours: measured.get('ours')!,
        handWritten,
        residentMb,
        compressed,
        aloneMs: alone.p50Ms,
        timesOneSet: alone.p50Ms / oneSetMs,
        longestTickMs: tickMs,
      };
      rows.push([
        route,
        ...cellsOf(measured.get('ours')!, measured.get('floor')!),
        handWritten === null ? '' : timesOf(measured.get('ours')!, handWritten),
        compressed.requestsPerSecond.toFixed(0),
        String(residentMb),
        alone.p50Ms.toFixed(2),
        (alone.p50Ms / oneSetMs).toFixed(1),
        tickMs.toFixed(0),
      ]);
    } finally {
      await Promise.all(contenders.map((contender) => contender.stop()));
    }
  }
  printTable(
    [
      `${CONNECTIONS} connections`,
      ...headingsOf('its floor'),
      'times hand-written',
      'compressed: requests/s',
      'resident MB',
      'alone: p50 ms',
      'of one set',
      'longest tick ms',
    ],
    rows,
  );
  return results;
}

function timesOf(ours: Measured, handWritten: Measured): string {
  return (ours.requestsPerSecond.median / handWritten.requestsPerSecond.median).toFixed(1);
}

/** Fails when the hand-written version answers something else: a comparison with less work would flatter it. */
async function compareAnswers(ours: Contender, handWritten: Contender, target: Target): Promise<void> {
  const read = async (server: Contender): Promise<unknown> => {
    const response = await fetch(server.url + target.paths[0]!, {
      headers: { authorization: `Bearer ${target.keys[0]}` },
    });
    // The fees that netFba is reduced by are a table of ours.
    const text = (await response.text()).replaceAll(/"netFba":[^,}]+/g, '"netFba":null');
    return (JSON.parse(text) as { data: unknown }).data;
  };
  const [expected, actual] = [await read(ours), await read(handWritten)];
  if (!isDeepStrictEqual(actual, expected))
    throw new Error(
      `${target.paths[0]}: the hand-written version answers\n${JSON.stringify(actual).slice(0, 2_000)}\n` +
        `instead of\n${JSON.stringify(expected).slice(0, 2_000)}`,
    );
}
