import type { IncomingMessage } from 'node:http';
import { endpointUrlFault, type WebhookTargets } from '@brickmarket/alerts';
import { SetDirectory } from '@brickmarket/operations/sets';
import { GuardedRequests } from '@brickmarket/service-runtime/guarded-requests';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { ACCOUNT_CONFIG, type AccountConfig } from '../../config/config.ts';

const MAX_PICTURE_BYTES = 2_000_000;
const MAX_CACHE_BYTES = 64_000_000;
/** Of an entry without its picture. */
const ENTRY_BYTES = 1_000;
const MAX_FETCHES = 4;
const MAX_WAITING = 100;
const FETCH_TIMEOUT_MS = 5_000;
const KEEP_MS = 86_400_000;
const KEEP_FAILED_MS = 600_000;
/** A browser has few connections: pictures that wait for a silent host would block the page. */
const AVOID_HOST_MS = 60_000;
const OK = 200;

/** Types by the first bytes. No SVG: it may contain scripts. */
const IMAGES: readonly (readonly [type: string, start: RegExp])[] = [
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/png', /^\x89PNG\r\n/],
  ['image/webp', /^RIFF.{4}WEBP/s],
  ['image/gif', /^GIF8[79]a/],
];

export const PICTURE_TYPES = IMAGES.map(([type]) => type);

interface SetPicture {
  /** Empty: there is none, or it cannot be had. */
  readonly type: string;
  readonly bytes: Buffer;
}

const NO_PICTURE: SetPicture = { type: '', bytes: Buffer.alloc(0) };

/** Pictures by set number, in memory. Only addresses of the catalog are fetched. */
@Injectable()
export class SetPictures {
  readonly #targets: WebhookTargets | null;
  readonly #requests: GuardedRequests;
  readonly #limit = pLimit(MAX_FETCHES);
  readonly #avoidedHosts = new LRUCache<string, true>({ max: 100, ttl: AVOID_HOST_MS });
  readonly #kept = new LRUCache<string, SetPicture>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ bytes }, setNumber) => ENTRY_BYTES + setNumber.length + bytes.length,
    fetchMethod: async (setNumber, _stale, { options }) => {
      const picture = await this.#limit(() => this.#download(setNumber));
      options.ttl = picture === NO_PICTURE ? KEEP_FAILED_MS : KEEP_MS;
      return picture;
    },
  });

  constructor(
    @Inject(ACCOUNT_CONFIG) { setPictures }: AccountConfig,
    private readonly directory: SetDirectory,
  ) {
    this.#targets = setPictures === 'off' ? null : setPictures;
    this.#requests = new GuardedRequests(this.#targets ?? 'public');
  }

  async find(setNumber: string): Promise<SetPicture> {
    const isCrowded = this.#limit.pendingCount >= MAX_WAITING && !this.#kept.has(setNumber);
    return this.#targets === null || isCrowded ? NO_PICTURE : ((await this.#kept.fetch(setNumber)) ?? NO_PICTURE);
  }

  /** Undefined: try again later. */
  async #download(setNumber: string): Promise<SetPicture | undefined> {
    const set = (await this.directory.findByNumbers([setNumber])).get(setNumber);
    const url = set?.imageUrl ?? null;
    if (url === null || endpointUrlFault(url, this.#targets!) !== null) return NO_PICTURE;
    const { host } = new URL(url);
    if (this.#avoidedHosts.has(host)) return undefined;
    try {
      const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
      const headers = { accept: 'image/*', 'user-agent': 'Brickmarket-Pictures/1' };
      return await pictureIn(await this.#requests.send(url, { signal, headers }));
    } catch {
      this.#avoidedHosts.set(host, true);
      return undefined;
    }
  }
}

async function pictureIn(response: IncomingMessage): Promise<SetPicture> {
  const chunks: Buffer[] = [];
  let size = 0;
  if (response.statusCode === OK)
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_PICTURE_BYTES) break;
    }
  response.destroy();
  const bytes = Buffer.concat(chunks);
  const start = bytes.subarray(0, 16).toString('latin1');
  const type = IMAGES.find(([, pattern]) => pattern.test(start))?.[0];
  return type === undefined || size > MAX_PICTURE_BYTES ? NO_PICTURE : { type, bytes };
}
