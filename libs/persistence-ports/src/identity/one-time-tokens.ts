import type { Plan } from '@brickmarket/domain';

/** What a one-time token is valid for; it is valid for nothing else. */
export type TokenPurpose =
  | 'sign_in'
  | 'invitation'
  | 'sign_up'
  | 'reset'
  | 'address_change'
  | 'address_restore'
  | 'second_factor'
  | 'passkey_sign_in'
  | 'passkey_step_up'
  | 'passkey_registration';

/** A secret that is valid once. */
export interface NewOneTimeToken {
  readonly tokenHash: Buffer;
  readonly purpose: TokenPurpose;
  /** Null: the account does not exist yet, or is unknown. */
  readonly accountId: number | null;
  /** Epoch of the account when the token was requested; a raised epoch voids the token. Null without an account. */
  readonly epoch: number | null;
  /** Recipient, or the address to verify. */
  readonly email: string | null;
  readonly plan: Plan | null;
  readonly challenge: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** What is stored of a one-time token. */
export interface OneTimeToken extends Omit<NewOneTimeToken, 'tokenHash' | 'createdAt'> {
  /** When it was used or replaced; null: still valid unless expired. */
  readonly usedAt: Date | null;
  readonly isVoid: boolean;
}

type AddressRefusal =
  /** The address belongs to another account; the link stays unused. */
  | { readonly outcome: 'taken' }
  /** Used, expired or void. */
  | { readonly outcome: 'gone' };

/** What became of a change of address, with the one before. */
export type AddressChange =
  | { readonly outcome: 'changed'; readonly accountId: number; readonly previous: string }
  | AddressRefusal;

/** What became of taking an address back. */
export type AddressRestoration = { readonly outcome: 'restored'; readonly accountId: number } | AddressRefusal;

/** What became of an invitation. */
export type InvitationOutcome =
  | { readonly outcome: 'created' | 'joined'; readonly accountId: number }
  /** The address can already sign in. */
  | { readonly outcome: 'registered' }
  | { readonly outcome: 'gone' };

/** One of several concurrent uses succeeds. An epoch raised later ends the session that the use created. */
export abstract class OneTimeTokens {
  /** Replaces an unused link of the same purpose for the same account, or address without an account. */
  abstract issue(token: NewOneTimeToken): Promise<void>;

  abstract find(tokenHash: Buffer): Promise<OneTimeToken | null>;

  /** Null: no valid token of this purpose. */
  abstract use(tokenHash: Buffer, purpose: TokenPurpose, now: Date): Promise<OneTimeToken | null>;

  /** Creates the account or joins one that cannot sign in. A pending invitation decides on the plan. */
  abstract acceptInvitation(tokenHash: Buffer, passwordHash: string, now: Date): Promise<InvitationOutcome>;

  /** Raises the epoch and ends all sessions. Returns the account; null: invalid. */
  abstract resetPassword(tokenHash: Buffer, passwordHash: string, now: Date): Promise<number | null>;

  /** Raises the epoch and stores a link that restores the old address. */
  abstract changeAddress(
    tokenHash: Buffer,
    restore: { readonly tokenHash: Buffer; readonly expiresAt: Date },
    now: Date,
  ): Promise<AddressChange>;

  /** Removes sessions, passkeys, later restore links, and an app set up from a day before the change on. */
  abstract restoreAddress(tokenHash: Buffer, passwordHash: string, now: Date): Promise<AddressRestoration>;
}
