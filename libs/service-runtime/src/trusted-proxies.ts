import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Trusts X-Forwarded-For and X-Request-Id behind proxies; ignores them without. */
export function proxyOptions(trustedProxies: number) {
  return {
    trustProxy: trustedProxies > 0 && ((_address: string, hop: number): boolean => hop < trustedProxies),
    genReqId: ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
      const given = String(headers['x-request-id']);
      return trustedProxies > 0 && UUID.test(given) ? given : randomUUID();
    },
  };
}
