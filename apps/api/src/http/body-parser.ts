import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest } from './api-error.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
const MAX_DEPTH = 8;
const ANY_MEDIA_TYPE = /^[^\s/;]+\/[^\s/;]+\s*(;|$)/;
const JSON_MEDIA_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/** Stands in for a request body that cannot be used, so that key, plan and quota are judged before the body is. */
export class MalformedBody {
  constructor(readonly reason: string) {}
}

/**
 * Reads every body. Fastify's own reading would answer a body that is too large before the key was checked: here a
 * fault becomes a `MalformedBody`, which the guards report when it is its turn.
 */
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

/**
 * What is over the limit is answered at once and the rest read and dropped: closing the connection on a client that is
 * still sending would lose it the answer. How long it may go on sending is bounded by the request timeout.
 */
function readBody(
  request: FastifyRequest,
  payload: IncomingMessage,
  done: (error: Error | null, body?: unknown) => void,
): void {
  let chunks: Buffer[] = [];
  let size = 0;
  const settle = (error: Error | null, body?: unknown): void => {
    payload.off('data', onData).off('end', onEnd).off('close', onClose);
    chunks = [];
    done(error, body);
  };
  const onData = (chunk: Buffer): void => {
    size += chunk.length;
    if (size <= BODY_LIMIT_BYTES) {
      chunks.push(chunk);
      return;
    }
    settle(null, new MalformedBody(`the body is larger than ${BODY_LIMIT_BYTES} bytes`));
    payload.resume();
  };
  const onEnd = (): void => settle(null, parseBody(request.headers['content-type'] ?? '', Buffer.concat(chunks)));
  // The client gave up, which is no failure of ours.
  const onClose = (): void => settle(badRequest('the body did not arrive in full'));
  payload.on('data', onData).on('end', onEnd).on('close', onClose);
}

function parseBody(mediaType: string, bytes: Buffer): unknown {
  if (!JSON_MEDIA_TYPE.test(mediaType)) return new MalformedBody('the body must be application/json');
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

/**
 * Why a text cannot be accepted, whatever it means; null when it can. PostgreSQL stores neither NUL nor half a
 * character.
 */
export function textFault(text: string): string | null {
  if (text.includes('\0')) return 'contains a NUL character';
  return text.isWellFormed() ? null : 'contains half of a surrogate pair';
}
