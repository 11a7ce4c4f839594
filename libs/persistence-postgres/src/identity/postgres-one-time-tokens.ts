import type { TokenPurpose } from '@brickmarket/domain';
import {
  type InvitationOutcome,
  type NewOneTimeToken,
  type OneTimeToken,
  OneTimeTokens,
} from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';

const COLUMNS = `
purpose, account_id AS "accountId", email, plan, challenge, expires_at AS "expiresAt", used_at AS "usedAt"`;
const ISSUE = 'SELECT identity.issue_token($1, $2, $3, $4, $5, $6, $7, $8, $9)';
const FIND = `SELECT ${COLUMNS} FROM identity.find_token($1)`;
const USE = `SELECT ${COLUMNS} FROM identity.use_token($1, $2, $3)`;
const ACCEPT = 'SELECT outcome, account_id AS "accountId" FROM identity.accept_invitation($1, $2, $3)';

/** Challenges of several tabs are good side by side; of links to one address only the newest is. */
const LINKS: readonly TokenPurpose[] = ['sign_in', 'invitation', 'reset', 'address_change'];

/** Tokens by functions that run as the owner: the account area's role can list no tokens. */
export class PostgresOneTimeTokens extends OneTimeTokens {
  constructor(private readonly database: Database) {
    super();
  }

  async issue(token: NewOneTimeToken): Promise<void> {
    const { tokenHash, purpose, accountId, email, plan, challenge, createdAt, expiresAt } = token;
    await this.database.prepared('issue_token', ISSUE, [
      tokenHash,
      purpose,
      accountId,
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
    return this.#number('reset_password', 'SELECT identity.reset_password($1, $2, $3) AS number', [
      tokenHash,
      passwordHash,
      now,
    ]);
  }

  async changeAddress(tokenHash: Buffer, now: Date): Promise<number | 'taken' | null> {
    const changed = await this.#number('change_address', 'SELECT identity.change_address($1, $2) AS number', [
      tokenHash,
      now,
    ]);
    return changed === 0 ? 'taken' : changed;
  }

  async #number(name: string, text: string, values: readonly unknown[]): Promise<number | null> {
    return (await this.database.prepared<{ number: number | null }>(name, text, values))[0]!.number;
  }
}
