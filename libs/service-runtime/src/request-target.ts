import type { IncomingMessage } from 'node:http';

const ORIGIN = /^https?:\/\/[^/?#]*/i;

/** Decoded path without origin and query. Decide by this: the router treats `/%61pi/` as `/api/`. */
export function routedPath(target: string): string {
  const path = target.startsWith('/') ? target : target.replace(ORIGIN, '');
  const end = path.search(/[?#]/);
  const encoded = (end < 0 ? path : path.slice(0, end)) || '/';
  if (!encoded.includes('%')) return encoded;
  try {
    // Keeps encoded percent signs, as the router does: double decoding would name another path.
    return decodeURI(encoded.replaceAll('%25', '%2525'));
  } catch {
    return encoded;
  }
}

/** Maps `*` and foreign targets to an unknown path: Fastify would respond to them without any hook. */
export function routableTarget({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  return url.startsWith('/') || ORIGIN.test(url) ? url : `/${url}`;
}

/** Node keeps the first of several Host headers; a proxy that uses the last would route by an unchecked name. */
export function hasSeveralHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
}

export function isEncoded({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const encoding = headers['content-encoding'];
  return encoding !== undefined && encoding.trim().toLowerCase() !== 'identity';
}

/** True for `constructor`, which a validator with plain objects takes for a declared property. */
export function isInheritedName(name: string): boolean {
  return name in Object.prototype;
}
