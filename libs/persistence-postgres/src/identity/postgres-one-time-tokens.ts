import {
  type AddressChange,
  type AddressRestoration,
  type InvitationOutcome,
  type NewOneTimeToken,
  type OneTimeToken,
  OneTimeTokens,
  type TokenPurpose,
} from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';

const COLUMNS = `
purpose, account_id AS "accountId", epoch, email, plan, challenge, expires_at AS "expiresAt", used_at AS "usedAt"`;
const ISSUE = 'SELECT identity.issue_token($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)';
const FIND = `
SELECT ${COLUMNS}, coalesce(epoch <> identity.epoch_of(account_id), false) AS "isVoid" FROM identity.find_token($1)`;
const USE = `SELECT ${COLUMNS}, false AS "isVoid" FROM identity.use_token($1, $2, $3)`;
const ACCEPT = 'SELECT outcome, account_id AS "accountId" FROM identity.accept_invitation($1, $2, $3)';
const CHANGE_ADDRESS = `
SELECT outcome, account_id AS "accountId", previous FROM identity.change_address($1, $2, $3, $4)`;
const RESTORE_ADDRESS = 'SELECT outcome, account_id AS "accountId" FROM identity.restore_address($1, $2, $3)';

/** Only the newest link per account or address is valid; challenges coexist, for several tabs. */
const LINKS: readonly TokenPurpose[] = ['sign_in', 'invitation', 'sign_up', 'reset', 'address_change'];

/** Functions run as the owner: the role cannot list tokens. */
export class PostgresOneTimeTokens extends OneTimeTokens {
  constructor(private readonly database: Database) {
    super();
  }

  async issue(token: NewOneTimeToken): Promise<void> {
    const { tokenHash, purpose, accountId, epoch, email, plan, challenge, createdAt, expiresAt } = token;
    await this.database.prepared('issue_token', ISSUE, [
      tokenHash,
      purpose,
      accountId,
      epoch,
      email,
      plan,
      challenge,
      createdAt,
      expiresAt,
      LINKS.includes(purpose),
    ]);
  }

  async find(tokenHash: Buffer): Promise<OneTimeToken | null> {
    const [found] = await this.database.prepared<OneTimeToken>('find_token', FIND, [tokenHash]);
    return found ?? null;
  }

  async use(tokenHash: Buffer, purpose: TokenPurpose, now: Date): Promise<OneTimeToken | null> {
    const [used] = await this.database.prepared<OneTimeToken>('use_token', USE, [tokenHash, purpose, now]);
    return used ?? null;
  }

  async acceptInvitation(tokenHash: Buffer, passwordHash: string, now: Date): Promise<InvitationOutcome> {
    const values = [tokenHash, passwordHash, now];
    const [answer] = await this.database.prepared<InvitationOutcome>('accept_invitation', ACCEPT, values);
    return answer!;
  }

  async resetPassword(tokenHash: Buffer, passwordHash: string, now: Date): Promise<number | null> {
    const [answer] = await this.database.prepared<{ accountId: number | null }>(
      'reset_password',
      'SELECT identity.reset_password($1, $2, $3) AS "accountId"',
      [tokenHash, passwordHash, now],
    );
    return answer!.accountId;
  }

  async changeAddress(
    tokenHash: Buffer,
    restore: { readonly tokenHash: Buffer; readonly expiresAt: Date },
    now: Date,
  ): Promise<AddressChange> {
    const values = [tokenHash, now, restore.tokenHash, restore.expiresAt];
    const [answer] = await this.database.prepared<AddressChange>('change_address', CHANGE_ADDRESS, values);
    return answer!;
  }

  async restoreAddress(tokenHash: Buffer, passwordHash: string, now: Date): Promise<AddressRestoration> {
    const values = [tokenHash, passwordHash, now];
    const [answer] = await this.database.prepared<AddressRestoration>('restore_address', RESTORE_ADDRESS, values);
    return answer!;
  }
}
