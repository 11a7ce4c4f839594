/** A received webhook. Ignore unknown types: more may be added. */
export interface WebhookEvent {
  /** Such as `price.dropped`. */
  readonly type: string;
  /** Time of the event, ISO-8601. */
  readonly timestamp: string;
  /** Fields by type: see `webhooks` in the OpenAPI document. */
  readonly data: Readonly<Record<string, string | number | null>>;
}

/** The message is forged, changed or too old. Respond with 400 and do nothing. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/** Node's `request.headers` or fetch `Headers`. */
export type WebhookHeaders =
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | { get(name: string): string | null };

const TOLERANCE_SECONDS = 300;
const SECRET = 'whsec_';
const PUBLIC_KEY = 'whpk_';

/** Verifies the received bytes with `whsec_...` or `whpk_...`. Skip known `webhook-id`s: messages can be resent. */
export async function verify(
  key: string,
  headers: WebhookHeaders,
  body: string,
  { now = new Date() }: { readonly now?: Date } = {},
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !timestamp || !signatures) throw new WebhookVerificationError('a webhook header is missing');
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now.getTime() / 1_000 - Number(timestamp)) > TOLERANCE_SECONDS)
    throw new WebhookVerificationError('the timestamp is more than five minutes from now');
  const check = await checkWith(key, new TextEncoder().encode(`${id}.${timestamp}.${body}`));
  for (const signature of signatures.split(' ')) if (await check(signature)) return JSON.parse(body) as WebhookEvent;
  throw new WebhookVerificationError('the signature does not match: check the secret, and that the body is unmodified');
}

function headerOf(headers: WebhookHeaders, name: string): string | null {
  if (typeof headers.get === 'function') return (headers as { get(name: string): string | null }).get(name);
  const value = (headers as Readonly<Record<string, string | readonly string[] | undefined>>)[name];
  return typeof value === 'string' ? value : null;
}

async function checkWith(
  key: string,
  content: Uint8Array<ArrayBuffer>,
): Promise<(signature: string) => Promise<boolean>> {
  const isSecret = key.startsWith(SECRET);
  if (!isSecret && !key.startsWith(PUBLIC_KEY)) throw new TypeError('the key must begin with whsec_ or whpk_');
  const algorithm = isSecret ? { name: 'HMAC', hash: 'SHA-256' } : { name: 'Ed25519' };
  const raw = bytesOf(key.slice(isSecret ? SECRET.length : PUBLIC_KEY.length));
  if (raw === null) throw new TypeError('the key is not base64');
  const imported = await crypto.subtle.importKey('raw', raw, algorithm, false, ['verify']);
  const version = isSecret ? 'v1,' : 'v1a,';
  return async (signature) => {
    const bytes = signature.startsWith(version) ? bytesOf(signature.slice(version.length)) : null;
    return bytes !== null && crypto.subtle.verify(algorithm, imported, bytes, content);
  };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
