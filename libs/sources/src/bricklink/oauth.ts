import { createHmac } from 'node:crypto';

export interface OAuthKeys {
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly token: string;
  readonly tokenSecret: string;
}

/** RFC 5849, 3.6: stricter than `encodeURIComponent`. */
function percentEncode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Signature of a GET by HMAC-SHA1 (RFC 5849, 3.4). */
export function signGet(
  url: URL,
  parameters: Readonly<Record<string, string>>,
  { consumerSecret, tokenSecret }: OAuthKeys,
): string {
  const pairs = [...url.searchParams, ...Object.entries(parameters)]
    .map((pair) => pair.map(percentEncode) as [string, string])
    .sort(([a, x], [b, y]) => byCodeUnits(a, b) || byCodeUnits(x, y));
  const normalized = pairs.map((pair) => pair.join('=')).join('&');
  const base = ['GET', url.origin + url.pathname, normalized].map(percentEncode).join('&');
  const key = `${percentEncode(consumerSecret)}&${percentEncode(tokenSecret)}`;
  return createHmac('sha1', key).update(base).digest('base64');
}

/** Header `Authorization` of a GET. The nonce must be new each time. */
export function authorizationOf(url: URL, keys: OAuthKeys, now: Date, nonce: string): string {
  const parameters = {
    oauth_consumer_key: keys.consumerKey,
    oauth_token: keys.token,
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: String(Math.floor(now.getTime() / 1000)),
    oauth_nonce: nonce,
    oauth_version: '1.0',
  };
  const signed = { ...parameters, oauth_signature: signGet(url, parameters, keys) };
  const written = Object.entries(signed).map(([name, value]) => `${name}="${percentEncode(value)}"`);
  return `OAuth ${written.join(', ')}`;
}
