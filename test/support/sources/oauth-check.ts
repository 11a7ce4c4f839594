import { createHmac } from 'node:crypto';

/** RFC 5849, 3.6: everything but letters, digits and `-._~`, byte by byte. */
export function encoded(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => {
    const character = String.fromCharCode(byte);
    return /[\w.~-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}

/** RFC 5849, 3.4.1. The query is part of the parameters, the scheme and host are in lower case. */
export function baseString(method: string, url: URL, others: readonly (readonly [string, string])[]): string {
  const pairs = [...url.searchParams, ...others]
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .toSorted(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1));
  const parameters = pairs.map((pair) => pair.join('=')).join('&');
  return [method.toUpperCase(), `${url.protocol}//${url.host}${url.pathname}`, parameters].map(encoded).join('&');
}

/** RFC 5849, 3.4.2. */
export function hmacSha1(base: string, consumerSecret: string, tokenSecret: string): string {
  return createHmac('sha1', `${encoded(consumerSecret)}&${encoded(tokenSecret)}`)
    .update(base)
    .digest('base64');
}

/** RFC 5849, 3.5.1. Null: another scheme, or a malformed parameter. */
export function readAuthorization(header: string | undefined): ReadonlyMap<string, string> | null {
  const match = /^OAuth\s+(.*)$/is.exec(header ?? '');
  if (match === null) return null;
  const parameters = new Map<string, string>();
  for (const part of match[1]!.split(',')) {
    const pair = /^\s*([\w%.-]+)="([^"]*)"\s*$/.exec(part);
    if (pair === null || parameters.has(pair[1]!)) return null;
    parameters.set(decodeURIComponent(pair[1]!), decodeURIComponent(pair[2]!));
  }
  parameters.delete('realm');
  return parameters;
}
