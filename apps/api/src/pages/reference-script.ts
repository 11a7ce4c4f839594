import { once } from 'node:events';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { gunzip } from 'node:zlib';

/** The script of the API reference. */
export interface ReferenceScript {
  readonly gzipped: Uint8Array;
  readonly etag: string;
}

/** Of the build, also for tests of the sources: threads run JavaScript. */
const THREAD = new URL('../../dist/pages/reference-script.thread.js', import.meta.url);

let loaded: Promise<ReferenceScript> | null = null;

/**
 * Some megabytes, loaded and compressed once, before the process is ready: by a thread, with which the memory of the
 * package goes that has the script in it as a text (17 MB).
 */
export function referenceScript(): Promise<ReferenceScript> {
  loaded ??= once(new Worker(THREAD, { name: 'reference' }), 'message').then(([script]) => script as ReferenceScript);
  return loaded;
}

let unpacked: Promise<Buffer> | null = null;

/** For who takes nothing compressed, as no browser does. Unpacked once: hundreds may read it slowly at a time. */
export function unpackedReferenceScript(): Promise<Buffer> {
  unpacked ??= referenceScript().then(({ gzipped }) => promisify(gunzip)(gzipped));
  return unpacked;
}
