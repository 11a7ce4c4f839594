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

/** An entry of an account's log. */
export interface AuditEvent {
  readonly id: number;
  readonly at: Date;
  readonly kind: AuditKind;
  readonly summary: string;
  /** Network address and device; null: from the operator. */
  readonly address: string | null;
  readonly device: string | null;
}

/** An entry to be added. */
export interface NewAuditEvent extends Omit<AuditEvent, 'id'> {
  readonly accountId: number;
}

/** Entries never change and are deleted only with the account. */
export abstract class AuditLog {
  abstract add(event: NewAuditEvent): Promise<void>;

  /** Newest first; `before` excludes that id and later ones. */
  abstract list(
    accountId: number,
    page: { readonly before: number | null; readonly limit: number },
  ): Promise<readonly AuditEvent[]>;
}
