import { PasskeyCeremonies, type PasskeyRequest, type RegisteredPasskey } from '@brickmarket/operations/identity';
import type { Passkey } from '@brickmarket/persistence-ports';
import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';

export class WebauthnCeremonies extends PasskeyCeremonies {
  private readonly origin: string;
  private readonly site: string;

  constructor(url: string) {
    super();
    const { origin, hostname } = new URL(url);
    this.origin = origin;
    this.site = hostname;
  }

  async requestRegistration(owner: {
    readonly userId: string;
    readonly email: string;
    readonly existing: readonly Passkey[];
  }): Promise<PasskeyRequest> {
    const options = await generateRegistrationOptions({
      rpName: 'Brickmarket',
      rpID: this.site,
      userID: new TextEncoder().encode(owner.userId),
      userName: owner.email,
      attestationType: 'none',
      excludeCredentials: owner.existing.map(descriptorOf),
      // Works without an address and counts as both factors, unlocked by a finger or PIN.
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return { challenge: options.challenge, options };
  }

  async verifyRegistration(challenge: string, response: unknown): Promise<RegisteredPasskey | null> {
    const { verified, registrationInfo: info } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: this.origin,
      expectedRPID: this.site,
      requireUserVerification: true,
    }).catch(() => NOT_VERIFIED);
    if (!verified || info === undefined) return null;
    const { credential } = info;
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: (credential.transports ?? []).filter((name) => typeof name === 'string').slice(0, 10),
      isSynced: info.credentialBackedUp,
    };
  }

  async requestUse(allowed: readonly Passkey[] | null): Promise<PasskeyRequest> {
    const options = await generateAuthenticationOptions({
      rpID: this.site,
      userVerification: 'required',
      ...(allowed !== null && { allowCredentials: allowed.map(descriptorOf) }),
    });
    return { challenge: options.challenge, options };
  }

  credentialIdOf(response: unknown): Buffer | null {
    const id = (response as { id?: unknown } | null)?.id;
    return typeof id === 'string' && /^[A-Za-z0-9_-]{1,1400}$/.test(id) ? Buffer.from(id, 'base64url') : null;
  }

  async verifyUse(challenge: string, response: unknown, passkey: Passkey): Promise<number | null> {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: this.origin,
      expectedRPID: this.site,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId.toString('base64url'),
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
        transports: passkey.transports as AuthenticatorTransport[],
      },
    }).catch(() => ({ ...NOT_VERIFIED, authenticationInfo: undefined }));
    return verified && authenticationInfo !== undefined ? authenticationInfo.newCounter : null;
  }
}

/** The library throws if verification fails. */
const NOT_VERIFIED = { verified: false, registrationInfo: undefined } as const;

function descriptorOf({ credentialId, transports }: Passkey): {
  id: string;
  transports: AuthenticatorTransport[];
} {
  return { id: credentialId.toString('base64url'), transports: transports as AuthenticatorTransport[] };
}
