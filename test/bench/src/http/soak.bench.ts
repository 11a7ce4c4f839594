import { residentMegabytes } from '../measure/server-process.ts';
import { spreadOf, printTable } from '../measure/figures.ts';
import { load } from './load.ts';
import { buildMarket } from './market.ts';
import { routeTargets } from './routes.ts';
import { startOurs } from './servers.ts';

const SETS = 25_000;
const CONNECTIONS = 64;
const SECONDS_A_ROUTE = 2;

/** Resident memory while all routes are asked in turn, as fast as the service answers, for a number of minutes. */
export async function benchSoak(minutes: number, say: (line: string) => void): Promise<void> {
  const market = await buildMarket(SETS, 1);
  const ours = await startOurs(market);
  try {
    const end = Date.now() + minutes * 60_000;
    const started = Date.now();
    const rounds: { readonly atMinute: number; readonly residentMb: number }[] = [];
    while (Date.now() < end) {
      const resident: number[] = [];
      for (const target of routeTargets(market).values()) {
        await load(ours, target, CONNECTIONS, SECONDS_A_ROUTE);
        resident.push(await residentMegabytes(ours.pid));
      }
      rounds.push({ atMinute: (Date.now() - started) / 60_000, residentMb: Math.max(...resident) });
      say(`${rounds.at(-1)!.atMinute.toFixed(1)} minutes: at most ${rounds.at(-1)!.residentMb} MB`);
    }
    const thirds = [0, 1, 2].map((third) =>
      rounds.slice(Math.floor((third * rounds.length) / 3), Math.floor(((third + 1) * rounds.length) / 3)),
    );
    printTable(
      ['resident MB after a round of all routes', 'median', 'spread'],
      thirds
        .filter((part) => part.length > 0)
        .map((part) => {
          const { median, min, max } = spreadOf(part.map((round) => round.residentMb));
          return [`to minute ${part.at(-1)!.atMinute.toFixed(1)}`, median.toFixed(0), `${min} to ${max}`];
        }),
    );
  } finally {
    await ours.stop();
    await market.remove();
  }
}
