import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MalformedBody } from './malformed-body.ts';
import { textFault } from './text-faults.ts';

export const BODY_LIMIT_BYTES = 64 * 1024;
const MAX_DEPTH = 8;
const ANY_MEDIA_TYPE = /^[^\s/;]+\/[^\s/;]+\s*(;|$)/;
const JSON_MEDIA_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/** Reads every body itself: a fault becomes a `MalformedBody`, never an answer that comes before the key was checked. */
export function useStrictBodyParser(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', readBody);
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    // Fastify itself refuses what is no media type at all, before the key was checked.
    if (headers['content-type'] !== undefined && !ANY_MEDIA_TYPE.test(headers['content-type']))
      headers['content-type'] = 'application/octet-stream';
    done();
  });
}

async function readBody(request: FastifyRequest, payload: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of payload as AsyncIterable<Buffer>) {
    size += chunk.length;
    // The rest is read and dropped, so that the client gets an answer instead of a broken connection.
    if (size <= BODY_LIMIT_BYTES) chunks.push(chunk);
    if (size > 16 * BODY_LIMIT_BYTES) break;
  }
  if (size > BODY_LIMIT_BYTES) return new MalformedBody(`the body is larger than ${BODY_LIMIT_BYTES} bytes`);
  if (!JSON_MEDIA_TYPE.test(request.headers['content-type'] ?? ''))
    return new MalformedBody('the body must be application/json');
  return parseJson(Buffer.concat(chunks));
}

function parseJson(bytes: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    const fault = valueFault(value, MAX_DEPTH);
    return fault === null ? value : new MalformedBody(`the body ${fault}`);
  } catch {
    return new MalformedBody('the body is not valid JSON in UTF-8');
  }
}

function valueFault(value: unknown, depthLeft: number): string | null {
  if (typeof value === 'string') return textFault(value);
  if (typeof value !== 'object' || value === null) return null;
  if (depthLeft === 0) return `is nested deeper than ${MAX_DEPTH} levels`;
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__proto__') return 'has a property __proto__';
    const fault = textFault(key) ?? valueFault(inner, depthLeft - 1);
    if (fault !== null) return fault;
  }
  return null;
}
