import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** What an endpoint's messages are signed with. Both are secret; the public half of the key may be given to anyone. */
export interface SigningSecrets {
  /** `whsec_` and 32 random bytes in base64: the key of the HMAC-SHA256 signature, `v1`. */
  readonly secret: string;
  /** `whsk_` and the 32 bytes of an Ed25519 private key in base64: the signature `v1a`. */
  readonly privateKey: string;
}

/** For how long both the old and the new secret sign after a rotation. */
export const ROTATION_MS = 24 * 3_600_000;

const SECRET_PREFIX = 'whsec_';
const PRIVATE_PREFIX = 'whsk_';
const PUBLIC_PREFIX = 'whpk_';
// A private key of Ed25519 in PKCS #8 (RFC 8410) is these bytes and the 32 of the key.
const PKCS8_START = Buffer.from('302e020100300506032b657004220420', 'hex');
const KEY_BYTES = 32;

/** New secrets for an endpoint. */
export function createSigningSecrets(): SigningSecrets {
  const { privateKey } = generateKeyPairSync('ed25519');
  const key = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-KEY_BYTES);
  return {
    secret: SECRET_PREFIX + randomBytes(KEY_BYTES).toString('base64'),
    privateKey: PRIVATE_PREFIX + key.toString('base64'),
  };
}

/** The public half of a private key: `whpk_` and 32 bytes in base64. */
export function publicKeyOf({ privateKey }: Pick<SigningSecrets, 'privateKey'>): string {
  const spki = createPublicKey(keyObject(privateKey)).export({ format: 'der', type: 'spki' });
  return PUBLIC_PREFIX + spki.subarray(-KEY_BYTES).toString('base64');
}

/** A message to sign. */
export interface SignedMessage {
  /** The same in every attempt. Must not contain a dot, which separates the signed parts. */
  readonly id: string;
  readonly sentAt: Date;
  readonly body: string;
}

/**
 * The three headers of the Standard Webhooks specification. The message is signed by every given secret, the newest
 * first: during a rotation a receiver that knows either can verify it.
 */
export function signedHeaders(
  { id, sentAt, body }: SignedMessage,
  secrets: readonly SigningSecrets[],
): Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1_000));
  const content = `${id}.${timestamp}.${body}`;
  const signatures = [
    ...secrets.map(({ secret }) => `v1,${createHmac('sha256', secretBytes(secret)).update(content).digest('base64')}`),
    ...secrets.map(
      ({ privateKey }) => `v1a,${sign(null, Buffer.from(content), keyObject(privateKey)).toString('base64')}`,
    ),
  ];
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

function secretBytes(secret: string): Buffer {
  return Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
}

function keyObject(privateKey: string) {
  const key = Buffer.from(privateKey.slice(PRIVATE_PREFIX.length), 'base64');
  return createPrivateKey({ key: Buffer.concat([PKCS8_START, key]), format: 'der', type: 'pkcs8' });
}
