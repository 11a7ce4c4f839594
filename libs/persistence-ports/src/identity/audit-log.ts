import type { AuditKind } from '@brickmarket/domain';

/** An entry of an account's log. */
export interface AuditEvent {
  readonly id: number;
  readonly at: Date;
  readonly kind: AuditKind;
  /** A sentence for the owner. */
  readonly summary: string;
  /** Network address and device it came from; null when it came from the operator. */
  readonly address: string | null;
  readonly device: string | null;
}

/** An entry to be added. */
export interface NewAuditEvent extends Omit<AuditEvent, 'id'> {
  readonly accountId: number;
}

/** What happened to an account. Entries are never changed; they are deleted with the account only. */
export abstract class AuditLog {
  abstract add(event: NewAuditEvent): Promise<void>;

  /** Newest first; with `before` only entries with a smaller id. */
  abstract list(
    accountId: number,
    page: { readonly before: number | null; readonly limit: number },
  ): Promise<readonly AuditEvent[]>;
}
