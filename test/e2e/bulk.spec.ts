import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { FolderSnapshots } from '@brickmarket/catalog-copy';
import { Brickmarket } from '@brickmarket/client';
import { FolderStore, mirror } from '@brickmarket/client/mirror';
import { hashOfApiKey, OwnApiKeys } from '@brickmarket/persistence-ports';
import { Database, Stores } from '@brickmarket/persistence-postgres';
import { expectFullCopy } from '../support/full-copy.ts';
import { ImportFolder } from '../support/import-folder.ts';
import { DyingStore, unlessKilled } from '../support/killed-mirror.ts';
import { moveClock } from '../support/move-clock.ts';
import { RandomMarket } from '../support/random-market.ts';
import { type TestAccount, TestApi } from '../support/test-api.ts';
import { makeTestSnapshots } from '../support/test-snapshots.ts';

interface Snapshot {
  readonly kind: 'sets' | 'minifigs' | 'history';
  readonly cursor: string;
  readonly created_at: string;
  readonly items: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly cost: number;
  readonly download_url: string;
}

async function* randomLines(): AsyncGenerator<string> {
  for (let line = 0; line < 160; line++) yield randomBytes(100_000).toString('base64');
}

describe('GET /catalog/bulk', () => {
  const files = new ImportFolder();
  const folder = join(files.path, 'snapshots');
  let api: TestApi;
  let market: RandomMarket;
  let owner: TestAccount;

  beforeAll(async () => {
    api = await TestApi.start({ SNAPSHOT_FOLDER: folder });
    owner = await api.account();
    market = await RandomMarket.begin(api.db, api.databaseUrl, files, 7);
    await market.open();
    for (let step = 0; step < 6; step++) await market.step();
  });

  afterAll(async () => {
    await market.close();
    await api.stop();
  });

  let clockReads = 0;
  // The market's clock may stand still between two of them, and the newest is known by its time.
  const make = (now = new Date(Date.parse(market.instant) + ++clockReads)) =>
    makeTestSnapshots(api.databaseUrl, folder, now);
  const listed = async (key = owner.key): Promise<readonly Snapshot[]> =>
    (await api.data<{ snapshots: readonly Snapshot[] }>('/catalog/bulk', key)).snapshots;
  const download = (url: string, headers: Record<string, string> = {}) => fetch(`${api.origin}${url}`, { headers });
  const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());
  const refusal = async (response: Response): Promise<[number, string]> => [
    response.status,
    ((await response.json()) as { error: { message: string } }).error.message,
  ];
  /** `data` of an answer, as it was sent. */
  const dataText = async (path: string): Promise<string> =>
    /^\{"data":(.*),"meta":\{"request_id"/.exec((await api.call(path, { key: owner.key })).text)![1]!;

  it('lists nothing before there is a snapshot', async () => {
    expect(await listed()).toEqual([]);
  });

  it('has in each line exactly what the route of the single record answers', async () => {
    await make();
    const snapshots = await listed();
    expect(snapshots.map(({ kind }) => kind)).toEqual(['sets', 'minifigs', 'history']);
    for (const { kind, download_url, items, bytes, sha256 } of snapshots) {
      const file = await bytesOf(await download(download_url));
      expect([file.length, createHash('sha256').update(file).digest('hex')]).toEqual([bytes, sha256]);
      const lines = gunzipSync(file).toString().split('\n').slice(0, -1);
      expect([lines.length, items > 5]).toEqual([items, true]);
      for (const line of lines) {
        const { set_number, minifig_number, condition } = JSON.parse(line) as Record<string, string>;
        if (kind === 'sets') expect(await dataText(`/set/${set_number}`)).toBe(line);
        if (kind === 'minifigs') expect(await dataText(`/minifig/${minifig_number}`)).toBe(line);
        if (kind === 'history') expect(await dataText(`/set/${set_number}/history?condition=${condition}`)).toBe(line);
      }
    }
    expect(snapshots[0]!.items).toBe((await market.setNumbers()).length);
  });

  it('is mirrored by the client, which is killed on the way, while the market moves', async () => {
    const { key, keyId } = await api.account();
    const client = new Brickmarket({ baseUrl: `${api.origin}/api/v1`, apiKey: key, timeoutMs: 600_000 });
    const copy = join(files.path, 'copy');
    for (let step = 1; step <= 12; step++) {
      await mirror(client, new DyingStore(copy, step)).catch(unlessKilled);
      await market.step();
      if (step % 4 === 0) await make();
    }
    await mirror(client, new FolderStore(copy));
    await expectFullCopy(copy, api.databaseUrl, new Date(market.instant));
    const used = await api.used(keyId);
    await mirror(client, new FolderStore(copy));
    expect((await api.used(keyId)) - used).toBe(1);
    await make();
  });

  it('is of one state, which is made once, and keeps two of each kind', async () => {
    expect(await make()).toEqual([]);
    const [{ cursor }] = (await listed()) as [Snapshot];
    expect(await api.data(`/catalog/changes?after=${cursor}`, owner.key)).toMatchObject({ changes: [], cursor });
    for (let day = 1; day <= 3; day++)
      expect(await make(new Date(Date.parse(market.instant) + day * 86_400_000))).toHaveLength(3);
    expect(new Set((await listed()).map((snapshot) => snapshot.cursor)).size).toBe(1);
    expect((await readdir(folder)).filter((name) => /^sets-.*gz$/.test(name))).toHaveLength(2);
    expect((await listed())[0]!.cursor).not.toBe(cursor);
  });

  it('goes on where a download was interrupted, for the share of the cost', async () => {
    const { key, keyId } = await api.account();
    const [{ download_url, bytes, cost }] = (await listed(key)) as [Snapshot];
    const whole = await bytesOf(await download(download_url));
    // What it costs where nothing is set.
    expect([cost, await api.used(keyId)]).toEqual([100, 1 + 100]);
    const half = Math.floor(bytes / 2);
    const rest = await download(download_url, { range: `bytes=${half}-` });
    expect([rest.status, rest.headers.get('content-range')]).toEqual([206, `bytes ${half}-${bytes - 1}/${bytes}`]);
    expect(await bytesOf(rest)).toEqual(whole.subarray(half));
    expect(await api.used(keyId)).toBe(1 + cost + Math.ceil((cost * (bytes - half)) / bytes));
    const tail = await download(download_url, { range: 'bytes=-10' });
    expect(await bytesOf(tail)).toEqual(whole.subarray(-10));
    const beyond = await download(download_url, { range: `bytes=${bytes}-` });
    expect(await refusal(beyond)).toEqual([416, `the file has ${bytes} bytes: ask for some of these`]);
  });

  it('answers several or malformed ranges with the whole file at its cost, and refuses one beyond it', async () => {
    const { key, keyId } = await api.account();
    const [{ download_url, bytes, cost }] = (await listed(key)) as [Snapshot];
    const whole = await bytesOf(await download(download_url));
    for (const range of ['bytes=0-1,4-5', 'bytes=', 'bytes=-', 'bytes=x-9', 'bytes=1-2-3', 'lines=0-1', '0-1']) {
      const before = await api.used(keyId);
      const answer = await download(download_url, { range });
      expect([range, answer.status, answer.headers.get('content-range')]).toEqual([range, 200, null]);
      expect((await bytesOf(answer)).equals(whole)).toBe(true);
      expect((await api.used(keyId)) - before).toBe(cost);
    }
    const used = await api.used(keyId);
    for (const range of [`bytes=${bytes}-`, `bytes=${bytes}-${bytes + 9}`, 'bytes=-0', 'bytes=9-3']) {
      const answer = await download(download_url, { range });
      expect([range, answer.headers.get('content-range')]).toEqual([range, `bytes */${bytes}`]);
      expect(await refusal(answer)).toEqual([416, `the file has ${bytes} bytes: ask for some of these`]);
    }
    expect(await api.used(keyId)).toBe(used);
    const over = await download(download_url, { range: `bytes=${bytes - 1}-${bytes + 9}` });
    expect([over.status, await bytesOf(over)]).toEqual([206, whole.subarray(-1)]);
    const longer = await download(download_url, { range: `bytes=-${bytes + 9}` });
    expect([longer.status, await bytesOf(longer)]).toEqual([206, whole]);
  });

  it('answers a part when If-Range names this file, and the whole file when it names another', async () => {
    const [{ download_url, bytes }] = (await listed()) as [Snapshot];
    const etag = (await download(download_url, { range: 'bytes=0-0' })).headers.get('etag')!;
    const statusOf = async (ifRange: string) => {
      const answer = await download(download_url, { range: 'bytes=10-', 'if-range': ifRange });
      return [answer.status, (await bytesOf(answer)).length];
    };
    expect(await statusOf(etag)).toEqual([206, bytes - 10]);
    for (const other of ['"other"', `W/${etag}`, 'Sun, 15 Nov 2026 12:00:00 GMT'])
      expect([other, ...(await statusOf(other))]).toEqual([other, 200, bytes]);
  });

  it('answers 304 for one call when If-None-Match names the file', async () => {
    const { key, keyId } = await api.account();
    const [{ download_url, sha256 }] = (await listed(key)) as [Snapshot];
    const used = await api.used(keyId);
    for (const [index, tag] of [`"${sha256}"`, `W/"${sha256}"`, `"other", "${sha256}"`, '*'].entries()) {
      const answer = await download(download_url, { 'if-none-match': tag, range: 'bytes=9-3' });
      expect([tag, answer.status, answer.headers.get('etag')]).toEqual([tag, 304, `"${sha256}"`]);
      expect(await api.used(keyId)).toBe(used + index + 1);
    }
    expect((await download(download_url, { 'if-none-match': '"other"', range: 'bytes=0-9' })).status).toBe(206);
  });

  it('answers HEAD with the headers of the file, free, also to an exhausted key and not to a revoked one', async () => {
    const { key, keyId } = await api.account({ dailyLimit: 1 });
    const [{ download_url, bytes, sha256 }] = (await listed(key)) as [Snapshot];
    const head = (headers: Record<string, string> = {}) =>
      fetch(`${api.origin}${download_url}`, { method: 'HEAD', headers });
    const answer = await head({ range: 'bytes=0-9' });
    expect([answer.status, answer.headers.get('content-length'), answer.headers.get('etag')]).toEqual([
      200,
      String(bytes),
      `"${sha256}"`,
    ]);
    expect([answer.headers.get('accept-ranges'), answer.headers.get('cache-control')]).toEqual([
      'bytes',
      'private, no-cache',
    ]);
    expect((await head({ 'if-none-match': `"${sha256}"` })).status).toBe(304);
    expect(await api.used(keyId)).toBe(1);
    await api.db.query('UPDATE access.api_key SET revoked_at = now() WHERE id = $1', [keyId]);
    expect((await head()).status).toBe(401);
  });

  it('stops when the key expires, also one that was replaced by another', async () => {
    const overlapMs = 600_000;
    const later = (ms: number): string => new Date(Date.parse(market.instant) + ms).toISOString();
    const { accountId, key: replaced, keyId } = await api.account();
    const { key: expiring } = await api.key(accountId, { expiresAt: later(overlapMs) });
    const links = [(await listed(expiring))[0]!.download_url, (await listed(replaced))[0]!.download_url];
    const database = await Database.connect({ url: api.databaseUrl, applicationName: 'spec' });
    const successor = { keyHash: hashOfApiKey('bmk_successor'), last4: 'ssor' };
    await new Stores(database).get(OwnApiKeys).rotate(accountId, keyId, successor, overlapMs);
    await database.close();
    const answers = () => Promise.all(links.map(async (link) => (await download(link, { range: 'bytes=0-9' })).status));
    expect(await answers()).toEqual([206, 206]);
    await moveClock(api.db, later(overlapMs + 1_000));
    try {
      expect(await answers()).toEqual([401, 401]);
    } finally {
      await moveClock(api.db, market.instant);
    }
  });

  it('completes a download that was under way when its key was revoked, and begins no other', async () => {
    const { key, keyId } = await api.account();
    const store = new FolderSnapshots(folder);
    const newest = (await store.list()).find(({ kind }) => kind === 'sets')!;
    // More than the buffers of a connection take.
    const large = await store.write({ ...newest, createdAt: new Date(newest.createdAt.getTime() + 1) }, randomLines());
    try {
      const link = (await listed(key)).find(({ sha256 }) => sha256 === large.sha256)!.download_url;
      const response = await new Promise<IncomingMessage>((resolve, reject) =>
        get(`${api.origin}${link}`, { agent: false }, resolve).on('error', reject),
      );
      await api.db.query('UPDATE access.api_key SET revoked_at = now() WHERE id = $1', [keyId]);
      expect(await refusal(await download(link))).toEqual([401, 'invalid API key: it is unknown, expired or revoked']);
      expect(response.socket.bytesRead).toBeLessThan(large.bytes / 2);
      const hash = createHash('sha256');
      for await (const chunk of response) hash.update(chunk as Buffer);
      expect(hash.digest('hex')).toBe(large.sha256);
    } finally {
      for (const file of [`${large.name}.json`, large.name]) await rm(join(folder, file));
    }
  });

  it('stops at once for a revoked key, after an hour, and beyond the quota', async () => {
    const { key, keyId } = await api.account({ dailyLimit: 100 });
    const [{ download_url }] = (await listed(key)) as [Snapshot];
    expect(await refusal(await download(download_url))).toEqual([429, expect.stringMatching(/daily quota/)]);
    expect((await download(download_url, { range: 'bytes=0-9' })).status).toBe(206);
    await api.db.query('UPDATE access.api_key SET revoked_at = now() WHERE id = $1', [keyId]);
    expect(await refusal(await download(download_url, { range: 'bytes=0-9' }))).toEqual([
      401,
      'invalid API key: it is unknown, expired or revoked',
    ]);
    const [{ download_url: old }] = (await listed()) as [Snapshot];
    await moveClock(api.db, new Date(Date.parse(market.instant) + 3_700_000).toISOString());
    try {
      expect(await refusal(await download(old))).toEqual([400, expect.stringMatching(/hour.*take a new one/)]);
    } finally {
      await moveClock(api.db, market.instant);
    }
    for (const last of ['A', 'B', 'C', 'D'].filter((letter) => !old.endsWith(letter)))
      expect(await refusal(await download(`${old.slice(0, -1)}${last}`))).toEqual([
        400,
        expect.stringMatching(/not a link/),
      ]);
    expect((await download('/api/v1/catalog/bulk/x')).status).toBe(400);
  });

  it('offers the snapshots of one state while the next ones are being made', async () => {
    const before = await listed();
    // As when the worker was killed after the first kind.
    const newer = (await readdir(folder))
      .filter((name) => /^sets-.*json$/.test(name))
      .toSorted()
      .at(-1)!;
    const facts = JSON.parse(await readFile(join(folder, newer), 'utf8')) as object;
    const createdAt = new Date(Date.parse(before[0]!.created_at) + 1).toISOString();
    await writeFile(join(folder, 'sets-next.json'), JSON.stringify({ ...facts, createdAt, cursor: 'next' }));
    expect((await listed()).map(({ kind, cursor }) => [kind, cursor])).toEqual(
      before.map(({ kind, cursor }) => [kind, cursor]),
    );
    await rm(join(folder, 'sets-next.json'));
  });

  it('offers no snapshot of another database or of other settings', async () => {
    const other = await TestApi.start({ SNAPSHOT_FOLDER: folder });
    try {
      const { key } = await other.account();
      expect((await other.data<{ snapshots: unknown[] }>('/catalog/bulk', key)).snapshots).toEqual([]);
    } finally {
      await other.stop();
    }
  });
});
