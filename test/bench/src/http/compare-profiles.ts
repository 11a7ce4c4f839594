import { join } from 'node:path';
import { printTable, type Spread, spreadOf } from '../measure/figures.ts';
import { profiledInto, profileOf } from '../measure/profile.ts';
import { type Contender, type Rounds, WARM_UP_SECONDS } from './interleave.ts';
import { load } from './load.ts';
import type { BenchMarket } from './market.ts';
import { routeTargets, SET_ROUTE } from './routes.ts';
import { captureBytes, startLayers, startOurs } from './servers.ts';

/** Samples of one round are too few to tell tenths of a microsecond. */
const SECONDS_OF_SAMPLES = 10;
/** What takes less of a request is not worth a line. */
const LEAST_US = 0.3;

/** By place, microseconds of one request; one for each round. */
type Profiles = ReadonlyMap<string, number>[];

/**
 * Where the main thread spends the time of one GET /set/{number}: in the frame with all layers and in our service, in
 * turn, each started anew in each round, since what V8 compiles differs from process to process.
 */
export async function compareProfiles(
  market: BenchMarket,
  bytesFolder: string,
  connections: number,
  { repeats }: Rounds,
  say: (line: string) => void,
): Promise<unknown> {
  say(`${SET_ROUTE}, where the time is spent`);
  const target = routeTargets(market).get(SET_ROUTE)!;
  const first = await startOurs(market);
  const bytes = await captureBytes(first, target, bytesFolder);
  await first.stop();
  const [frame, ours]: [Profiles, Profiles] = [[], []];
  const measure = async (server: Contender, file: string): Promise<ReadonlyMap<string, number>> => {
    try {
      await load(server, target, connections, WARM_UP_SECONDS);
      let requests = 0;
      const times = await profileOf(server.pid, file, async () => {
        const { requestsPerSecond } = await load(server, target, connections, SECONDS_OF_SAMPLES);
        requests = requestsPerSecond * SECONDS_OF_SAMPLES;
      });
      const inAll = [...times.values()].reduce((sum, us) => sum + us, 0);
      return new Map([...times, ['in all', inAll] as const].map(([place, us]) => [place, us / requests]));
    } finally {
      await server.stop();
    }
  };
  for (let round = 0; round < repeats; round++) {
    const [ofFrame, ofOurs] = ['frame', 'ours'].map((name) => join(bytesFolder, `${name}-${round}.cpuprofile`));
    frame.push(await measure(await startLayers(market, 'log', bytes, profiledInto(ofFrame!)), ofFrame!));
    ours.push(await measure(await startOurs(market, 'ours', profiledInto(ofOurs!)), ofOurs!));
  }
  return report(frame, ours, connections);
}

function report(frame: Profiles, ours: Profiles, connections: number): unknown {
  const spreadAt = (profiles: Profiles, place: string): Spread =>
    spreadOf(profiles.map((times) => times.get(place) ?? 0));
  const places = new Set([...frame, ...ours].flatMap((times) => [...times.keys()]));
  const rows = Array.from(places, (place) => {
    const [inFrame, inOurs] = [spreadAt(frame, place), spreadAt(ours, place)];
    return { place, inFrame, inOurs, more: inOurs.median - inFrame.median };
  })
    .filter(({ inFrame, inOurs }) => Math.max(inFrame.median, inOurs.median) >= LEAST_US)
    .toSorted((a, b) => b.more - a.more);
  const cell = ({ median, min, max }: Spread): string =>
    `${median.toFixed(1)} (${min.toFixed(1)} to ${max.toFixed(1)})`;
  printTable(
    [`${SET_ROUTE}, ${connections} connections, us of the main thread`, '+ log', 'ours', 'more'],
    rows.map(({ place, inFrame, inOurs, more }) => [place, cell(inFrame), cell(inOurs), more.toFixed(1)]),
  );
  return rows;
}
