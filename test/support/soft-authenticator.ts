import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: Buffer): string => data.toString('base64url');
const PRESENT_AND_VERIFIED = 0x05;
const WITH_CREDENTIAL = 0x40;

/** A passkey in software: what a phone or a security key does, without the browser between. */
export class SoftAuthenticator {
  readonly credentialId = randomBytes(16);
  private readonly key: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
  });
  private counter = 0;

  constructor(
    private readonly origin: string,
    private readonly flags = PRESENT_AND_VERIFIED,
  ) {}

  register({ challenge }: { challenge: string }): object {
    const { x, y } = this.key.publicKey.export({ format: 'jwk' });
    const publicKey = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x!, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y!, 'base64url'),
    ]);
    const length = Buffer.from([0, this.credentialId.length]);
    const data = Buffer.concat([this.data(WITH_CREDENTIAL), Buffer.alloc(16), length, this.credentialId, publicKey]);
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
      Buffer.from([data.length]),
      data,
    ]);
    return this.response({
      clientDataJSON: base64url(this.client('webauthn.create', challenge)),
      attestationObject: base64url(attestation),
      transports: ['internal'],
    });
  }

  use({ challenge }: { challenge: string }, origin = this.origin): object {
    this.counter++;
    const data = this.data(0);
    const client = this.client('webauthn.get', challenge, origin);
    return this.response({
      clientDataJSON: base64url(client),
      authenticatorData: base64url(data),
      signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), this.key.privateKey)),
    });
  }

  private response(response: object): object {
    const id = base64url(this.credentialId);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  private data(moreFlags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const site = sha256(new URL(this.origin).hostname);
    return Buffer.concat([site, Buffer.from([this.flags | moreFlags]), counter]);
  }

  private client(type: string, challenge: string, origin = this.origin): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }
}
