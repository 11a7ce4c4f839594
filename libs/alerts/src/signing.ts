import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Both are secret; only the key's public half may be shared. */
export interface SigningSecrets {
  /** `whsec_` and 32 random bytes in base64: key of HMAC-SHA256, signature `v1`. */
  readonly secret: string;
  /** `whsk_` and 32 bytes of an Ed25519 private key in base64: signature `v1a`. */
  readonly privateKey: string;
}

/** Time for which old and new secrets both sign. */
export const ROTATION_MS = 24 * 3_600_000;

const SECRET_PREFIX = 'whsec_';
const PRIVATE_PREFIX = 'whsk_';
const PUBLIC_PREFIX = 'whpk_';
// PKCS #8 prefix of an Ed25519 private key (RFC 8410); the 32 key bytes follow.
const PKCS8_START = Buffer.from('302e020100300506032b657004220420', 'hex');
const KEY_BYTES = 32;

export function createSigningSecrets(): SigningSecrets {
  const { privateKey } = generateKeyPairSync('ed25519');
  const key = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-KEY_BYTES);
  return {
    secret: SECRET_PREFIX + randomBytes(KEY_BYTES).toString('base64'),
    privateKey: PRIVATE_PREFIX + key.toString('base64'),
  };
}

/** `whpk_` and 32 bytes in base64. */
export function publicKeyOf({ privateKey }: Pick<SigningSecrets, 'privateKey'>): string {
  const spki = createPublicKey(keyObject(privateKey)).export({ format: 'der', type: 'spki' });
  return PUBLIC_PREFIX + spki.subarray(-KEY_BYTES).toString('base64');
}

export interface SignedMessage {
  /** Same in every attempt. Must not contain a dot, which separates the signed parts. */
  readonly id: string;
  readonly sentAt: Date;
  readonly body: string;
}

/** Standard Webhooks headers, signed by every secret, newest first: either verifies during a rotation. */
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
