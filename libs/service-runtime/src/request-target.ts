import type { IncomingMessage } from 'node:http';

const ORIGIN = /^https?:\/\/[^/?#]*/i;

/**
 * The path by which the router finds the handler of a request target: percent-decoded, without origin and query.
 * Whatever depends on the path must be decided by this: `/%61pi/` is the same to the router as `/api/`.
 */
export function routedPath(target: string): string {
  const path = target.startsWith('/') ? target : target.replace(ORIGIN, '');
  const end = path.search(/[?#]/);
  const encoded = (end < 0 ? path : path.slice(0, end)) || '/';
  if (!encoded.includes('%')) return encoded;
  try {
    // As in the router, an encoded percent sign stays encoded: what is decoded twice would name another path.
    return decodeURI(encoded.replaceAll('%25', '%2525'));
  } catch {
    return encoded;
  }
}

/**
 * The request target as the router must be given it. `*` and what has no path of ours become a path of nothing: Fastify
 * would answer them without running any hook, so without the headers that every answer has.
 */
export function routableTarget({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  return url.startsWith('/') || ORIGIN.test(url) ? url : `/${url}`;
}

/**
 * Whether a request has several Host headers. Node keeps the first and drops the others, so a proxy in front that
 * takes the last one would route by another name than the one that is checked here.
 */
export function hasSeveralHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
}

/** Whether a request body is compressed or otherwise encoded. */
export function isEncoded({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const encoding = headers['content-encoding'];
  return encoding !== undefined && encoding.trim().toLowerCase() !== 'identity';
}

/**
 * Whether every object has a property of this name, as of `constructor`. A validator that looks names up in a plain
 * object takes such a property for a declared one.
 */
export function isInheritedName(name: string): boolean {
  return name in Object.prototype;
}
