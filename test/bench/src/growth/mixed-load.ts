import { setTimeout as sleep } from 'node:timers/promises';
import { CatalogImport } from '@brickmarket/persistence-ports';
import { Database, Stores } from '@brickmarket/persistence-postgres';
import type { GrownAccess } from './grown-market.ts';
import { type Ask, ask, type Services } from './services.ts';

export const MIXED: readonly Ask[] = [
  ...[1, 7, 12, 19].map((set): Ask => ({ of: 'api', path: `/api/v1/set/${set}-1` })),
  { of: 'api', path: '/api/v1/catalog/sets/search?q=set%2012' },
  { of: 'api', path: '/api/v1/brickfolio' },
  { of: 'api', path: '/api/v1/brickfolio/analytics' },
  { of: 'api', path: '/api/v1/brickfolio/retail-watch' },
  { of: 'api', path: '/api/v1/salesledger' },
  { of: 'account', path: '/account/api/sets/search?q=set%2012' },
  { of: 'account', path: '/account/api/holdings?limit=25' },
  { of: 'account', path: '/account/api/sets/movers?days=30' },
];

const CLIENTS = 8;
/** Between two requests of a client, so that answers are not only queues. */
const PAUSE_MS = 20;

export interface MixedAnswers {
  readonly statuses: ReadonlyMap<number, number>;
  /** By path, then by answer. */
  readonly msByPath: ReadonlyMap<string, readonly number[]>;
}

/** Clients of as many accounts that send one request after the other. A hung-up request has status 0. */
export async function mixedLoad(
  services: Services,
  access: GrownAccess,
  seconds: number,
  isRough = false,
): Promise<MixedAnswers> {
  const statuses = new Map<number, number>();
  const msByPath = new Map(MIXED.map(({ path }) => [path, [] as number[]]));
  const until = performance.now() + seconds * 1_000;
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      for (let n = client; performance.now() < until; n++) {
        const asked = MIXED[n % MIXED.length]!;
        const key = access.callerKeys[(n * 7 + client) % access.callerKeys.length]!;
        const begun = performance.now();
        const status = await ask(
          services,
          asked,
          // Every tenth key is unknown, each time from another address.
          { key: isRough && n % 10 === 3 ? `bmk_${'0'.repeat(48)}` : key, session: access.session },
          {
            ...(isRough && { address: `198.51.${n % 250}.${client + 1}` }),
            ...(isRough && n % 10 === 7 && { signal: AbortSignal.timeout(3) }),
          },
        ).catch(() => 0);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status === 200) msByPath.get(asked.path)!.push(performance.now() - begun);
        await sleep(PAUSE_MS);
      }
    }),
  );
  return { statuses, msByPath };
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** A source that changes one set each second until `work` has ended. Returns what `work` did. */
export async function whileSetsChange<Result>(url: string, sets: number, work: () => Promise<Result>): Promise<Result> {
  const database = Database.open({ url, applicationName: 'bench' });
  const catalog = new Stores(database).get(CatalogImport);
  const stop = new AbortController();
  const changing = (async () => {
    for (let change = 0; !stop.signal.aborted; change++) {
      await catalog.mergeSetDetails(detailsOf(`${1 + ((change * 7_919) % sets)}-1`, change));
      await sleep(1_000, null, { signal: stop.signal }).catch(() => null);
    }
  })();
  try {
    return await work();
  } finally {
    stop.abort();
    await changing;
    await database.close();
  }
}

export async function* detailsOf(setNumber: string, change: number) {
  const unknown = { upc: null, ean: null, releaseDay: null, exitDay: null, box: null };
  yield [{ ...unknown, setNumber, msrpCents: 1_000 + (change % 40_000) }];
}
