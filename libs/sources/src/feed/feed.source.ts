import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { constants, gunzipSync } from 'node:zlib';
import type { Retailer } from '@brickmarket/domain';
import { FeedError, readShopFeed } from '@brickmarket/feeds';
import { excerptOf, httpFault, type SourceResponse } from '../shared/calls.ts';
import type { Desk, Source, SourceReply } from '../shared/source.ts';
import { SourceFault } from '../shared/source-fault.ts';

const HOUR_MS = 3_600_000;
const TITLE = 'The feed';
const ITEM = 'feed';
const TIMEOUT_MS = 600_000;
const MAX_BYTES = 500_000_000;
/** awin makes a feed at most four times a day. */
const PAUSE_HOURS = 6;
const SHOWN = 10;

interface Memory extends Readonly<Record<string, unknown>> {
  readonly etag?: string | null;
  readonly modified?: string | null;
  readonly checksum?: string;
}

/** Prices of a shop that publishes a product feed: awin's, or Google's format. */
export const FEED: Source = {
  name: 'feed',
  title: TITLE,
  termsUrl: 'https://www.awin.com/gb/publishers-terms',
  address: '',
  secrets: ['feed-url'],
  callsADay: 12,
  callsASecond: 1,
  atOnce: 1,
  batch: 1,
  itemOf: () => Promise.resolve(ITEM),
  plan: () => Promise.resolve([{ item: ITEM, rank: 1 }]),
  ask: (_, desk) => askForFeed(desk),
  probe: (desk) => desk.call({ ...requestOf(desk), isProbe: true }, checkBeginning),
};

function requestOf({ secrets }: Desk) {
  return { url: new URL(secrets['feed-url']!), timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES };
}

async function askForFeed(desk: Desk): Promise<SourceReply> {
  const memory = desk.settings.memory as Memory;
  const file = join(desk.folder, 'feed.part');
  const headers = (): Record<string, string> => ({
    ...(memory.etag && { 'if-none-match': memory.etag }),
    ...(memory.modified && { 'if-modified-since': memory.modified }),
  });
  const next = await desk.call({ ...requestOf(desk), headers, file }, async (response): Promise<Memory | null> => {
    if (response.status === 304) return null;
    checkBeginning(response);
    const [etag, modified] = [response.headers.get('etag'), response.headers.get('last-modified')];
    return { etag, modified, checksum: await checksumOf(file) };
  });
  const dueAt = new Date(desk.now.getTime() + PAUSE_HOURS * HOUR_MS);
  if (next === null || next.checksum === memory.checksum)
    return { rows: null, items: [{ item: ITEM, hasFound: false, dueAt }], memory: next ?? memory, raw: null };
  const retailer = desk.settings.options['retailer'] as Retailer;
  const settle = (): Promise<void> => rm(file, { force: true });
  const raw = await firstRows(file, retailer, desk.now);
  return {
    rows: { kind: 'shop-feed', file, retailer },
    items: [{ item: ITEM, hasFound: true, dueAt }],
    memory: next,
    raw,
    settle,
  };
}

/** Anything that is no feed is a failure with its beginning. */
function checkBeginning(response: SourceResponse): void {
  const fault = httpFault(TITLE, response);
  if (fault !== null) throw fault;
  const text = unpacked(response.body).trimStart();
  if (!/search_price|price/i.test(text.slice(0, 5_000)) || /^<(!doctype|html)/i.test(text))
    throw new SourceFault('nonsense', `${TITLE} is no product feed: ${excerptOf(Buffer.from(text))}`);
}

function unpacked(body: Buffer): string {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body.toString();
  try {
    return gunzipSync(body, { finishFlush: constants.Z_SYNC_FLUSH }).toString();
  } catch {
    return body.toString();
  }
}

async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Reads a file to its first rows. A cut one is found by the import, which takes nothing of it. */
async function firstRows(file: string, retailer: Retailer, observedAt: Date): Promise<unknown> {
  try {
    for await (const { records, rejects } of readShopFeed(file, { retailer, observedAt }))
      return { rows: records.slice(0, SHOWN), rejects: rejects.slice(0, SHOWN) };
    return null;
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    throw new SourceFault('nonsense', `${TITLE} cannot be read: it ${error.problem}`);
  }
}
