import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** How long a link is good for. */
export const LINK_MS = 60 * 60 * 1_000;

/** What a link stands for. */
export interface DownloadLink {
  /** Whose allowance is charged: a key that is revoked charges nothing any more. */
  readonly keyHash: Buffer;
  readonly snapshotName: string;
  readonly expiresAt: Date;
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HASH_BYTES = 32;
const TIME_BYTES = 6;

const cipherKey = (secret: string): Buffer => createHash('sha256').update(`download links ${secret}`).digest();

/** Sealed rather than signed: whoever finds a link in a log learns nothing of the key. */
export function sealLink(secret: string, { keyHash, snapshotName, expiresAt }: DownloadLink): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, cipherKey(secret), nonce);
  const time = Buffer.alloc(TIME_BYTES);
  time.writeUIntBE(expiresAt.getTime(), 0, TIME_BYTES);
  const sealed = Buffer.concat([
    cipher.update(Buffer.concat([keyHash, time, Buffer.from(snapshotName)])),
    cipher.final(),
  ]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Null for a text that this service has not sealed. */
export function openLink(secret: string, text: string): DownloadLink | null {
  const bytes = Buffer.from(text, 'base64url');
  // Of the last letter some bits count for nothing.
  if (bytes.toString('base64url') !== text || bytes.length <= NONCE_BYTES + TAG_BYTES + HASH_BYTES + TIME_BYTES)
    return null;
  const decipher = createDecipheriv(CIPHER, cipherKey(secret), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    const opened = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    return {
      keyHash: opened.subarray(0, HASH_BYTES),
      expiresAt: new Date(opened.readUIntBE(HASH_BYTES, TIME_BYTES)),
      snapshotName: opened.subarray(HASH_BYTES + TIME_BYTES).toString(),
    };
  } catch {
    return null;
  }
}
