/** How a session was begun. */
export type SignInMethod = 'password' | 'password_and_code' | 'passkey' | 'link' | 'invitation';

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

/** A counter of attempts, shared by all processes: so many at once, and one more each time the interval has passed. */
export interface AttemptSubject {
  readonly subject: string;
  readonly burst: number;
  readonly everyMs: number;
}

/** What an account's log records. */
export type AuditKind =
  | 'account_created'
  | 'invitation_sent'
  | 'sign_in_link_made'
  | 'signed_in'
  | 'sign_in_failed'
  | 'signed_out'
  | 'step_up_failed'
  | 'session_ended'
  | 'sessions_ended'
  | 'password_set'
  | 'password_reset'
  | 'address_change_requested'
  | 'address_changed'
  | 'address_restored'
  | 'totp_added'
  | 'totp_removed'
  | 'recovery_code_used'
  | 'recovery_codes_made'
  | 'passkey_added'
  | 'passkey_removed'
  | 'key_created'
  | 'key_rotated'
  | 'key_revoked'
  | 'endpoint_added'
  | 'endpoint_rotated'
  | 'endpoint_removed'
  | 'feed_added'
  | 'feed_renewed'
  | 'feed_removed'
  | 'import_committed'
  | 'import_undone';
