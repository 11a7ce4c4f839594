import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

export const LINK_MS = 60 * 60 * 1_000;

export interface DownloadLink {
  /** Key to charge; a revoked one cannot be charged. */
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

/** Sealed rather than signed: a logged link reveals nothing of the key. */
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

/** Null: not sealed by this service. */
export function openLink(secret: string, text: string): DownloadLink | null {
  const bytes = Buffer.from(text, 'base64url');
  // Rejects variants in the unused bits of the last letter.
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
