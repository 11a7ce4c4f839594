import { randomUUID } from 'node:crypto';
import { asSentence } from '@brickmarket/domain';
import {
  hasSeveralHosts,
  isEncoded,
  isHealthCheck,
  isLogged,
  routedPath,
  socketErrorHandler,
} from '@brickmarket/service-runtime';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AccountConfig } from '../config/config.ts';
import { AccountError, answerError, errorBody, JSON_TYPE } from './errors.ts';

const API_PATH = '/account/api/';
const SAFE_METHODS: readonly string[] = ['GET', 'HEAD'];

/** No inline script or style, no other origin, no frame; strings cannot become script. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
};

export const answerSocketError = socketErrorHandler((_status, message) => ({
  headers: { ...HEADERS, 'content-type': JSON_TYPE, 'x-request-id': randomUUID() },
  body: errorBody(new AccountError('BadRequest', asSentence(message))),
}));

/** Undecodable path: Fastify rejects it before any hook or filter. */
export function answerFrameworkError(_error: FastifyError, { id }: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ ...HEADERS, 'x-request-id': id });
  void answerError(reply, new AccountError('BadRequest', 'The address is not valid percent-encoded UTF-8.'));
}

/** Adds headers, rejects other hosts and cross-site requests, and logs one line per request. */
export function useRequestHooks(
  fastify: FastifyInstance,
  { url, logRequests, logAddresses }: Pick<AccountConfig, 'url' | 'logRequests' | 'logAddresses'>,
): void {
  const { host, origin, protocol } = new URL(url);
  const secure = protocol === 'https:' ? { 'strict-transport-security': 'max-age=31536000' } : {};
  fastify.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...HEADERS, ...secure, 'x-request-id': request.id });
    if (isApi(request)) reply.header('cache-control', 'no-store');
    if (isHealthCheck(request.url)) return;
    if (hasSeveralHosts(request.raw)) throw new AccountError('BadRequest', 'Send one Host header, not several.');
    // Another host name would be another origin: rebinding, poisoned links.
    if (request.headers.host !== host)
      throw new AccountError('WrongHost', `The account area is at ${url}; open it by that address.`);
    if (!SAFE_METHODS.includes(request.method) && !isSameOrigin(request, origin))
      throw new AccountError('CrossSite', 'This request does not come from the account area itself and was refused.');
    if (isEncoded(request.raw))
      throw new AccountError('BadRequest', 'Send the body as it is, without Content-Encoding.');
  });
  if (!logRequests) return;
  fastify.addHook('onResponse', async (request, reply) => {
    if (!isLogged(request.url, reply.statusCode)) return;
    // The route's template only: URL, headers and bodies contain secrets.
    request.log.info({
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 100) / 100,
      ...(logAddresses && { address: request.ip }),
    });
  });
}

function isApi({ url }: FastifyRequest): boolean {
  return routedPath(url).startsWith(API_PATH);
}

/** Fetch metadata, which pages cannot forge, or the origin in older browsers. Rejects requests without either. */
function isSameOrigin({ headers }: FastifyRequest, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === origin : site === 'same-origin';
}
