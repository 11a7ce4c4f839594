import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Brickmarket, type BrickmarketOptions, NotFoundError, QuotaExceededError } from '@brickmarket/client';
import { FolderStore, mirror, type MirrorPlan, type MirrorProgress } from '@brickmarket/client/mirror';
import { CatalogImport } from '@brickmarket/persistence-ports';
import { aSet } from '@brickmarket/persistence-ports/testing';
import { Database, Stores } from '@brickmarket/persistence-postgres';
import { ImportFolder } from '../support/import-folder.ts';
import { expectFullCopy } from '../support/full-copy.ts';
import { moveClock, NOON } from '../support/move-clock.ts';
import { TestApi } from '../support/test-api.ts';
import { makeTestSnapshots } from '../support/test-snapshots.ts';

const COST = 20;

describe('mirror() of the client', () => {
  const files = new ImportFolder();
  const snapshots = join(files.path, 'snapshots');
  let copies = 0;
  let api: TestApi;
  let database: Database;

  beforeAll(async () => {
    api = await TestApi.start({ SNAPSHOT_FOLDER: snapshots, SNAPSHOT_COST: String(COST) });
    await moveClock(api.db, NOON);
    database = await Database.connect({ url: api.databaseUrl, applicationName: 'spec' });
    await importSets(...Array.from({ length: 300 }, (_, at) => `${at + 1}-1`));
  });

  afterAll(async () => {
    await database.close();
    await api.stop();
  });

  let titles = 0;
  /** With a new title each time, which has what separates lines elsewhere. */
  async function importSets(...numbers: readonly string[]): Promise<void> {
    const title = `Castle\u2028${++titles}`;
    const records = numbers.map((number) => aSet(number, { title, year: 2026 }));
    await new Stores(database).get(CatalogImport).mergeCatalog(
      (async function* () {
        yield { kind: 'sets' as const, records };
      })(),
    );
  }
  const newFolder = (): string => join(files.path, `copy ${++copies}`);
  const makeSnapshots = () => makeTestSnapshots(api.databaseUrl, snapshots, new Date(NOON));
  const expectRight = (folder: string): Promise<void> => expectFullCopy(folder, api.databaseUrl, new Date(NOON));

  async function caller(dailyLimit = 1_000_000, options: Partial<BrickmarketOptions> = {}) {
    const { key, keyId } = await api.account({ dailyLimit });
    const client = new Brickmarket({ baseUrl: `${api.origin}/api/v1`, apiKey: key, timeoutMs: 600_000, ...options });
    /** What a run has planned, and what it has cost. */
    const run = async (folder: string): Promise<{ plan: MirrorPlan | undefined; cost: number }> => {
      const before = await api.used(keyId);
      let plan: MirrorPlan | undefined;
      await mirror(client, new FolderStore(folder), { onPlan: (made) => void (plan = made) });
      return { plan, cost: (await api.used(keyId)) - before };
    };
    return { client, run };
  }

  it('says that there are no files yet, and what it can mirror', async () => {
    const { client } = await caller();
    const store = new FolderStore(newFolder());
    await expect(mirror(client, store)).rejects.toThrow(/no catalog files yet.*try again later/);
    await expect(mirror(client, store, { kinds: [] })).rejects.toThrow(/may name sets, minifigs, history/);
  });

  it('takes files first, then what changed, and says before what that costs', async () => {
    await makeSnapshots();
    const { client, run } = await caller();
    const folder = newFolder();
    const told: MirrorProgress[] = [];
    await mirror(client, new FolderStore(folder), { onProgress: (progress) => told.push(progress) });
    expect(told.at(-1)).toEqual({ phase: 'snapshot', done: 900, total: 900 });
    await expectRight(folder);
    expect(await run(folder)).toEqual({ plan: expect.objectContaining({ by: 'changes', calls: 0 }), cost: 1 });
    // A new set has its history too, which is two calls.
    await importSets('1-1', '900-1');
    expect(await run(folder)).toEqual({ plan: expect.objectContaining({ by: 'changes', calls: 4 }), cost: 5 });
    await expectRight(folder);
    // From here on files would cost less than what changed, but they are of before: the changes would come on top.
    await importSets(...Array.from({ length: 120 }, (_, at) => `${at + 1}-1`));
    expect((await run(folder)).plan).toMatchObject({ by: 'changes', calls: 120 });
    await importSets(...Array.from({ length: 120 }, (_, at) => `${at + 1}-1`));
    await makeSnapshots();
    expect(await run(folder)).toEqual({ plan: expect.objectContaining({ by: 'snapshot', calls: 60 }), cost: 63 });
    await expectRight(folder);
  });

  it('starts again for a malformed state, and for a cursor that is malformed, foreign or too old', async () => {
    const { run } = await caller();
    const folder = newFolder();
    await run(folder);
    const { after, kinds } = JSON.parse(await readFile(join(folder, 'state.json'), 'utf8')) as Record<string, string>;
    const forged = (change: (text: string) => string): string =>
      Buffer.from(change(Buffer.from(after!, 'base64url').toString())).toString('base64url');
    for (const state of [
      'half a sta',
      '{}',
      JSON.stringify({ kinds, after: 'x' }),
      JSON.stringify({ kinds, after: forged((text) => text.replace(/^1:\w{10}/, '1:0000000000')) }),
      JSON.stringify({ kinds, after: forged((text) => text.replace(/\d+$/, (day) => String(Number(day) - 91))) }),
    ]) {
      await writeFile(join(folder, 'state.json'), state);
      await writeFile(join(folder, 'sets.ndjson'), '{"set_number":"0-0"}\n');
      expect((await run(folder)).plan).toMatchObject({ by: 'snapshot', calls: 3 * COST });
      await expectRight(folder);
    }
  });

  it('takes a kind that the copy does not have yet', async () => {
    const { client, run } = await caller();
    const folder = newFolder();
    await mirror(client, new FolderStore(folder), { kinds: ['sets'] });
    expect((await run(folder)).plan).toMatchObject({ by: 'snapshot', calls: 2 * COST });
    await expectRight(folder);
  });

  it('asks for no file that the allowance does not cover, and reads as many changes as it covers', async () => {
    const folder = newFolder();
    await expect((await caller(3 * COST)).run(folder)).rejects.toThrow(QuotaExceededError);
    await expect((await caller(3 * COST)).run(folder)).rejects.toThrow(/files cost 60 calls and 59 are left/);
    await (await caller()).run(folder);
    await importSets(...Array.from({ length: 130 }, (_, at) => `${at + 1}-1`));
    const plans: number[] = [];
    for (let isRead = false, days = 0; !isRead && days < 20; days++)
      isRead = await (await caller(100)).run(folder).then(
        ({ plan }) => plans.push(plan!.calls) > 0,
        (error: unknown) => {
          if (!(error instanceof QuotaExceededError)) throw error;
          return false;
        },
      );
    expect(plans).toHaveLength(1);
    expect(plans[0]).toBeLessThan(100);
    await expectRight(folder);
  });

  /** A fetch that cuts the first downloads half-way, so many of them. */
  function cutting(cuts: number): { fetch(request: Request): Promise<Response>; ranges: string[] } {
    const ranges: string[] = [];
    return {
      ranges,
      async fetch(request) {
        const answer = await fetch(request);
        if (!/bulk\/./.test(request.url)) return answer;
        ranges.push(request.headers.get('range') ?? 'all');
        if (ranges.length > cuts) return answer;
        const body = new Uint8Array(await answer.arrayBuffer());
        let isSent = false;
        const half = new ReadableStream<Uint8Array>({
          pull(controller) {
            if (isSent) controller.error(new Error('cut'));
            else controller.enqueue(body.subarray(0, body.length / 2));
            isSent = true;
          },
        });
        return new Response(half, { status: answer.status, headers: answer.headers });
      },
    };
  }

  it('goes on where a download was cut, and gives up when that never ends', async () => {
    const folder = newFolder();
    const few = cutting(2);
    await (await caller(1_000_000, few)).run(folder);
    expect(few.ranges).toEqual(['all', expect.stringMatching(/^bytes=\d+-$/), expect.anything(), 'all', 'all']);
    await expectRight(folder);
    const many = cutting(100);
    await expect((await caller(1_000_000, many)).run(newFolder())).rejects.toThrow('cut');
    expect(many.ranges).toHaveLength(5);
  });

  it('keeps nothing of a file that is not the one that was listed', async () => {
    const folder = newFolder();
    const { run } = await caller(1_000_000, {
      fetch: async (request) => {
        const answer = await fetch(request);
        if (!/bulk$/.test(request.url)) return answer;
        const text = (await answer.text()).replaceAll(/"sha256":"./g, '"sha256":"x');
        return new Response(text, { status: answer.status, headers: answer.headers });
      },
    });
    await expect(run(folder)).rejects.toThrow(/file of sets .* is not the one that .* lists: try again/);
    for await (const [key] of new FolderStore(folder).records('sets')) throw new Error(`${key} is there`);
  });

  it('throws what a download is refused with', async () => {
    const { client } = await caller();
    const [snapshot] = (await client.listSnapshots()).snapshots;
    await importSets('1-1');
    await makeSnapshots();
    await importSets('1-1');
    await makeSnapshots();
    await expect(client.downloadSnapshot(snapshot!)).rejects.toThrow(NotFoundError);
  });
});
