import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import apiReference from '@scalar/fastify-api-reference';
import { fastify } from 'fastify';
import type { ReferenceScript } from './reference-script.ts';

// The package provides its script only through a route: a Fastify instance that never listens serves it once.
const server = fastify();
await server.register(apiReference, { routePrefix: '/', configuration: { url: '/openapi.json' } });
const { rawPayload: plain } = await server.inject('/js/scalar.js');
const script: ReferenceScript = {
  gzipped: new Uint8Array(gzipSync(plain)),
  etag: `"${createHash('sha1').update(plain).digest('base64url')}"`,
};
parentPort!.postMessage(script);
