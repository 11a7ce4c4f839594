import { printTable } from '../measure/figures.ts';
import { undisturbed } from '../measure/undisturbed.ts';
import { type Measured, measuredOf, type Rounds } from './interleave.ts';
import { load, type LoadResult, type Measurable, type Target } from './load.ts';
import type { BenchMarket } from './market.ts';
import { PRIVATE_ROUTES, routeTargets, SET_ROUTE } from './routes.ts';
import { startOurs } from './servers.ts';

const CONNECTIONS = 64;

/**
 * Polls of every private route by callers who have its answer already, with a thousand keys in turn, beside one set
 * and beside the same route read in full; all of them in turn.
 */
export async function comparePolls(
  market: BenchMarket,
  { seconds, repeats }: Rounds,
  say: (line: string) => void,
): Promise<Readonly<Record<string, Measured>>> {
  const targets = routeTargets(market);
  const ours = await startOurs(market);
  try {
    const kinds = new Map<string, Target>([[SET_ROUTE, targets.get(SET_ROUTE)!]]);
    for (const route of PRIVATE_ROUTES) {
      const target = targets.get(route)!;
      kinds.set(route, target);
      kinds.set(`${route}, unchanged`, { ...target, tags: await tagsOf(ours, target) });
    }
    const results = new Map<string, LoadResult[]>([...kinds.keys()].map((kind) => [kind, []]));
    for (let repeat = 0; repeat < repeats; repeat++) {
      for (const [kind, target] of kinds) {
        say(`${kind}, ${repeat + 1} of ${repeats}`);
        results.get(kind)!.push(await undisturbed(() => load(ours, target, CONNECTIONS, seconds)));
      }
    }
    const measured = new Map([...results].map(([kind, list]) => [kind, measuredOf(list)]));
    printTable(
      [
        `${CONNECTIONS} connections`,
        'requests/s',
        'spread',
        `of ${SET_ROUTE}`,
        'p50 ms',
        'p99 ms',
        'server us',
        'postgres us',
      ],
      [...measured].map(([kind, result]) => [kind, ...cells(result, measured.get(SET_ROUTE)!)]),
    );
    return Object.fromEntries(measured);
  } finally {
    await ours.stop();
  }
}

function cells({ requestsPerSecond, p50Ms, p99Ms, serverUs, postgresUs }: Measured, set: Measured): string[] {
  const { median, min, max } = requestsPerSecond;
  return [
    median.toFixed(0),
    `${min.toFixed(0)} to ${max.toFixed(0)}`,
    (median / set.requestsPerSecond.median).toFixed(2),
    p50Ms.median.toFixed(1),
    p99Ms.median.toFixed(1),
    serverUs.median.toFixed(0),
    postgresUs.median.toFixed(0),
  ];
}

/** The tag of each caller's answer. Fails when it does not lead to a 304: what is measured would be something else. */
async function tagsOf(server: Measurable, { paths, keys }: Target): Promise<ReadonlyMap<string, string>> {
  const tags = new Map<string, string>();
  for (const key of keys) {
    const url = server.url + paths[0]!;
    const authorization = `Bearer ${key}`;
    const first = await fetch(url, { headers: { authorization } });
    await first.arrayBuffer();
    const tag = first.headers.get('etag')!;
    const again = await fetch(url, { headers: { authorization, 'if-none-match': tag } });
    if (again.status !== 304) throw new Error(`an unchanged poll of ${paths[0]} is answered ${again.status}`);
    tags.set(key, tag);
  }
  return tags;
}
