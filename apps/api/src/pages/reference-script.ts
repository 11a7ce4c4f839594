import { once } from 'node:events';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { gunzip } from 'node:zlib';

export interface ReferenceScript {
  readonly gzipped: Uint8Array;
  readonly etag: string;
}

/** From the build also in source tests, as threads run JavaScript. */
const THREAD = new URL('../../dist/pages/reference-script.thread.js', import.meta.url);

let loaded: Promise<ReferenceScript> | null = null;

/** Loaded and compressed once before readiness, in a thread that frees the package's 17 MB. */
export function referenceScript(): Promise<ReferenceScript> {
  loaded ??= once(new Worker(THREAD, { name: 'reference' }), 'message').then(([script]) => script as ReferenceScript);
  return loaded;
}

let unpacked: Promise<Buffer> | null = null;

/** For clients without compression. Unpacked once for hundreds of slow readers. */
export function unpackedReferenceScript(): Promise<Buffer> {
  unpacked ??= referenceScript().then(({ gzipped }) => promisify(gunzip)(gzipped));
  return unpacked;
}
