import type { Plan } from '@brickmarket/domain';

/** What a one-time token is for; it is good for nothing else. */
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

/** A secret that is good once. */
export interface NewOneTimeToken {
  /** As `hashOfSecret` returns it. */
  readonly tokenHash: Buffer;
  readonly purpose: TokenPurpose;
  /** Null when the account does not exist yet, or is not known. */
  readonly accountId: number | null;
  /** That of the account when what led to this token was begun: it is good at no other. Null without an account. */
  readonly epoch: number | null;
  /** Whom it was made for, or the address to be proven. */
  readonly email: string | null;
  /** The plan of the account to be created; null otherwise. */
  readonly plan: Plan | null;
  /** The challenge of a passkey. */
  readonly challenge: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** What is stored of a one-time token. */
export interface OneTimeToken extends Omit<NewOneTimeToken, 'tokenHash' | 'createdAt'> {
  /** When it was used or replaced; null when it is still good, unless it has expired. */
  readonly usedAt: Date | null;
  /** Whether the epoch of its account has been raised since. */
  readonly isVoid: boolean;
}

type AddressRefusal =
  /** The address belongs to another account; the link stays unused. */
  | { readonly outcome: 'taken' }
  /** Used or expired meanwhile, or void. */
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
  /** The address has a means to sign in already. */
  | { readonly outcome: 'registered' }
  /** Used or expired meanwhile. */
  | { readonly outcome: 'gone' };

/**
 * Links and challenges. Using one is atomic: of several at the same moment one succeeds, and of a use and a raise of
 * the epoch the first; a raise that comes second ends what the use has led to.
 */
export abstract class OneTimeTokens {
  /**
   * Stores one. A link takes the place of an earlier unused one of the same purpose for the same account, or, without
   * an account, for the same address.
   */
  abstract issue(token: NewOneTimeToken): Promise<void>;

  /** Null when there never was one, or it is long forgotten. */
  abstract find(tokenHash: Buffer): Promise<OneTimeToken | null>;

  /** Uses a good one of this purpose and returns it; null when there is none. */
  abstract use(tokenHash: Buffer, purpose: TokenPurpose, now: Date): Promise<OneTimeToken | null>;

  /**
   * Uses an invitation or a sign-up: creates its account, or joins one without any means to sign in, and sets the
   * password. A pending invitation to the same address decides on the plan. No account changes when the address is
   * registered.
   */
  abstract acceptInvitation(tokenHash: Buffer, passwordHash: string, now: Date): Promise<InvitationOutcome>;

  /** Uses a reset: sets the password, which raises the epoch, and ends all sessions. The account, or null: not good. */
  abstract resetPassword(tokenHash: Buffer, passwordHash: string, now: Date): Promise<number | null>;

  /** Uses an address change, which raises the epoch, and stores a link that takes the address back until a time. */
  abstract changeAddress(
    tokenHash: Buffer,
    restore: { readonly tokenHash: Buffer; readonly expiresAt: Date },
    now: Date,
  ): Promise<AddressChange>;

  /**
   * Takes an address back, with a new password. All sessions end, and all passkeys, an authenticator app that was set
   * up less than a day before the change or after it, and links that would take back a later address are removed.
   */
  abstract restoreAddress(tokenHash: Buffer, passwordHash: string, now: Date): Promise<AddressRestoration>;
}
