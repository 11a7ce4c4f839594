import { createHash } from 'node:crypto';
import { gzip } from 'node:zlib';
import { promisify } from 'node:util';
import { fastify } from 'fastify';

/** The program of the reference, as it is sent. */
export interface ReferenceScript {
  readonly plain: Buffer;
  readonly gzipped: Buffer;
  readonly etag: string;
}

let loaded: Promise<ReferenceScript> | null = null;

/** Megabytes that few ask for: read when somebody first does, packed once. */
export function referenceScript(): Promise<ReferenceScript> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<ReferenceScript> {
  const { default: apiReference } = await import('@scalar/fastify-api-reference');
  // The package hands its script out by a route only, so a router that never listens is asked for it.
  const shelf = fastify();
  await shelf.register(apiReference, { routePrefix: '/', configuration: { url: '/openapi.json' } });
  const { rawPayload: plain } = await shelf.inject('/js/scalar.js');
  return {
    plain,
    gzipped: await promisify(gzip)(plain),
    etag: `"${createHash('sha1').update(plain).digest('base64url')}"`,
  };
}
