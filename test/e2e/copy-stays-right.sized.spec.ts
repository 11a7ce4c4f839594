import { ImportFolder } from '../support/import-folder.ts';
import { sized } from '../support/lane.ts';
import { RandomMarket, SETS } from '../support/random-market.ts';
import { TestApi } from '../support/test-api.ts';

/** `COPY_STEPS=5000 COPY_SEED=7` goes further, or another way. */
const STEPS = Number(process.env['COPY_STEPS'] ?? sized({ quick: 10, full: 100 }));
const SEED = Number(process.env['COPY_SEED'] ?? 20_261_117);
const COMPARED_EVERY = 10;

interface Change {
  readonly type: 'set' | 'minifig';
  readonly number: string;
  readonly what: readonly string[];
}

/** Records by what they are and their number, as JSON. */
type Copy = Map<string, string>;

describe('a copy that follows the changes', () => {
  const folder = new ImportFolder();
  let api: TestApi;
  let market: RandomMarket;
  let key: string;

  beforeAll(async () => {
    api = await TestApi.start();
    ({ key } = await api.account({ dailyLimit: 1_000_000_000 }));
  });

  afterAll(async () => {
    await market?.close();
    await api.stop();
  });

  const get = <Data>(path: string): Promise<Data> => api.data<Data>(path, key);
  const keyOf = (type: string, number: string): string => `${type} ${number}`;

  /** Reads records into a copy; those that are not there are removed from it. */
  async function read(copy: Copy, changes: readonly Change[]): Promise<void> {
    const ofRecord = changes.filter(({ what }) => what.some((part) => part !== 'history'));
    for (let at = 0; at < ofRecord.length; at += 100) {
      const part = ofRecord.slice(at, at + 100);
      // Two minifigures may show the same number: what is named twice is answered once.
      const asked = (type: string): string[] => [
        ...new Set(part.filter((one) => one.type === type).map(({ number }) => number)),
      ];
      const body = { sets: asked('set'), minifigs: asked('minifig') };
      const batch = await api.data<Record<string, { found: boolean }[]>>('/catalog/batch', key, {
        method: 'POST',
        body,
      });
      for (const type of ['set', 'minifig'] as const)
        body[`${type}s`].forEach((number, index) => {
          const { found, ...record } = batch[`${type}s`]![index]!;
          // An old number answers with the record of another one: that is a record of the other.
          if (found && (record as Record<string, unknown>)[`${type}_number`] === number)
            copy.set(keyOf(type, number), JSON.stringify(record));
          else copy.delete(keyOf(type, number));
        });
    }
    for (const { number } of changes.filter(
      ({ type, what }) => type === 'set' && what.some((part) => part === 'history' || part === 'catalog'),
    )) {
      for (const condition of ['sealed', 'used']) {
        const answer = await api.call(`/set/${number}/history?condition=${condition}`, { key });
        const data = answer.status === 200 ? answer.json<{ data: { set_number: string } }>().data : null;
        if (data?.set_number === number) copy.set(keyOf(condition, number), JSON.stringify(data));
        else copy.delete(keyOf(condition, number));
      }
    }
  }

  async function fullRead(): Promise<Copy> {
    const copy: Copy = new Map();
    await read(copy, [
      ...(await market.setNumbers()).map((number) => ({ type: 'set' as const, number, what: ['catalog'] })),
      ...(await market.minifigNumbers()).map((number) => ({ type: 'minifig' as const, number, what: ['catalog'] })),
    ]);
    return copy;
  }

  it(`equals a full read, byte by byte, after ${STEPS} random steps with kills of writers and of itself`, async () => {
    market = await RandomMarket.begin(api.db, api.databaseUrl, folder, SEED);
    let { cursor } = await get<{ cursor: string }>('/catalog/changes');
    await market.open();
    const copy: Copy = new Map();

    /** Follows the changes; a copy that is killed on the way has no new cursor and begins again at the last one. */
    async function follow(isKilled: boolean): Promise<void> {
      let at = cursor;
      for (let hasMore = true; hasMore;) {
        const page = await get<{ changes: Change[]; cursor: string; has_more: boolean }>(
          `/catalog/changes?after=${at}&limit=${1 + market.random(30)}`,
        );
        await read(copy, page.changes);
        if (isKilled && market.random(2) === 0) return;
        ({ cursor: at, has_more: hasMore } = page);
      }
      cursor = at;
    }

    for (let step = 1; step <= STEPS; step++) {
      await market.step();
      if (market.random(3) === 0) await follow(market.random(4) === 0);
      if (step % COMPARED_EVERY > 0) continue;
      await follow(false);
      const entries = (of: Copy): string[] => [...of].map(([name, json]) => `${name} ${json}`).toSorted();
      expect(entries(copy)).toEqual(entries(await fullRead()));
    }
    expect(copy.size).toBeGreaterThan(SETS);
  });
});
