import {
  type AccountAtEpoch,
  Credentials,
  type Identity,
  type LiveSession,
  type NewPasskey,
  type Passkey,
  Passkeys,
  type SessionRenewal,
} from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';
import type { Repositories } from '../repositories.ts';
import { holdEpoch } from './account-epoch.ts';
import type { PasskeyEntity } from './identity-entities.ts';
import { endAllBut, renewToken } from './postgres-sessions.ts';

// Lookups before the account is known use functions that run as the owner and return one row.

const FIND_IDENTITY = `
SELECT id, email, plan, created_at AS "createdAt", password_hash AS "passwordHash", totp_secret AS "totpSecret",
       pending_totp_secret AS "pendingTotpSecret", recovery_codes_left AS "recoveryCodesLeft",
       passkey_count AS "passkeyCount", passkey_user AS "passkeyUser", identity.epoch_of(id) AS epoch
FROM identity.find_identity($1, $2)`;

export class PostgresCredentials extends Credentials {
  constructor(private readonly database: Database) {
    super();
  }

  findByEmail(email: string): Promise<Identity | null> {
    return this.findOne(email, null);
  }

  find(accountId: number): Promise<Identity | null> {
    return this.findOne(null, accountId);
  }

  setPassword(session: LiveSession, passwordHash: string, renewal: SessionRenewal): Promise<boolean> {
    const { accountId } = session;
    return this.atEpoch(session, async (own) => {
      if (!(await renewToken(own, session, renewal))) return false;
      await own.credentials.update({ accountId }, { passwordHash });
      await endAllBut(own, accountId, session.id);
      return true;
    });
  }

  async beginTotp(accountId: number, secret: string): Promise<void> {
    const repositories = await this.database.repositories();
    await repositories.asAccount(accountId, ({ credentials }) =>
      credentials.upsert({ accountId, pendingTotpSecret: secret }, { conflictPaths: ['accountId'] }),
    );
  }

  confirmTotp(
    account: AccountAtEpoch,
    { step, at }: { readonly step: number; readonly at: Date },
    codeHashes: readonly Buffer[],
  ): Promise<boolean> {
    const { accountId } = account;
    return this.atEpoch(account, async (own) => {
      const { affected } = await own.credentials
        .createQueryBuilder()
        .update()
        .set({
          totpSecret: () => 'pending_totp_secret',
          pendingTotpSecret: null,
          totpLastStep: String(step),
          totpSetAt: at,
        })
        .where('account_id = :accountId AND pending_totp_secret IS NOT NULL', { accountId })
        .execute();
      if (affected === 0) return false;
      await replaceCodes(own, accountId, codeHashes);
      return true;
    });
  }

  removeTotp(account: AccountAtEpoch): Promise<void> {
    const { accountId } = account;
    return this.atEpoch(account, async (own) => {
      await own.credentials.update({ accountId }, { totpSecret: null, pendingTotpSecret: null });
      await replaceCodes(own, accountId, []);
    });
  }

  async spendTotpStep(accountId: number, step: number): Promise<boolean> {
    const repositories = await this.database.repositories();
    const { affected } = await repositories.asAccount(accountId, ({ credentials }) =>
      credentials
        .createQueryBuilder()
        .update()
        .set({ totpLastStep: String(step) })
        .where('account_id = :accountId AND totp_last_step < :step', { accountId, step })
        .execute(),
    );
    return affected === 1;
  }

  replaceRecoveryCodes(account: AccountAtEpoch, codeHashes: readonly Buffer[]): Promise<void> {
    return this.atEpoch(account, (own) => replaceCodes(own, account.accountId, codeHashes));
  }

  async spendRecoveryCode(accountId: number, codeHash: Buffer): Promise<boolean> {
    const repositories = await this.database.repositories();
    const { affected } = await repositories.asAccount(accountId, ({ recoveryCodes }) =>
      recoveryCodes.delete({ accountId, codeHash }),
    );
    return affected === 1;
  }

  private async findOne(email: string | null, accountId: number | null): Promise<Identity | null> {
    const [found] = await this.database.prepared<Identity>('find_identity', FIND_IDENTITY, [email, accountId]);
    return found ?? null;
  }

  private async atEpoch<Result>(
    account: AccountAtEpoch,
    work: (own: Repositories) => Promise<Result>,
  ): Promise<Result> {
    const repositories = await this.database.repositories();
    return repositories.asAccount(account.accountId, async (own) => {
      await holdEpoch(own, account);
      return work(own);
    });
  }
}

async function replaceCodes(
  { recoveryCodes }: Repositories,
  accountId: number,
  codeHashes: readonly Buffer[],
): Promise<void> {
  await recoveryCodes.delete({ accountId });
  if (codeHashes.length > 0) await recoveryCodes.insert(codeHashes.map((codeHash) => ({ accountId, codeHash })));
}

const FIND_PASSKEY = `
SELECT id, account_id AS "accountId", credential_id AS "credentialId", public_key AS "publicKey", counter, transports,
  name,
       is_synced AS "isSynced", created_at AS "createdAt", last_used_at AS "lastUsedAt"
FROM identity.find_passkey($1)`;

export class PostgresPasskeys extends Passkeys {
  constructor(private readonly database: Database) {
    super();
  }

  async add(passkey: NewPasskey, epoch: number): Promise<Passkey | null> {
    const repositories = await this.database.repositories();
    const { accountId } = passkey;
    return repositories.asAccount(accountId, async (own) => {
      await holdEpoch(own, { accountId, epoch });
      const { raw } = await own.passkeys
        .createQueryBuilder()
        .insert()
        .values({ ...passkey, counter: String(passkey.counter), transports: [...passkey.transports] })
        .orIgnore('("credential_id")')
        .returning('id')
        .execute();
      const [inserted] = raw as { id: number }[];
      return inserted === undefined ? null : { ...passkey, id: inserted.id, lastUsedAt: null };
    });
  }

  async find(credentialId: Buffer): Promise<Passkey | null> {
    const [found] = await this.database.prepared<PasskeyEntity>('find_passkey', FIND_PASSKEY, [credentialId]);
    return found === undefined ? null : passkeyOf(found);
  }

  async list(accountId: number): Promise<readonly Passkey[]> {
    const repositories = await this.database.repositories();
    const found = await repositories.asAccount(accountId, ({ passkeys }) =>
      passkeys.find({ where: { accountId }, order: { id: 'ASC' } }),
    );
    return found.map(passkeyOf);
  }

  async recordUse(accountId: number, id: number, counter: number, now: Date): Promise<void> {
    const repositories = await this.database.repositories();
    await repositories.asAccount(accountId, ({ passkeys }) =>
      passkeys.update({ accountId, id }, { counter: String(counter), lastUsedAt: now }),
    );
  }

  async remove(accountId: number, id: number): Promise<boolean> {
    const repositories = await this.database.repositories();
    const { affected } = await repositories.asAccount(accountId, ({ passkeys }) => passkeys.delete({ accountId, id }));
    return affected === 1;
  }
}

function passkeyOf(entity: PasskeyEntity): Passkey {
  const { id, accountId, credentialId, publicKey, transports, name, isSynced, createdAt, lastUsedAt } = entity;
  const counter = Number(entity.counter);
  return { id, accountId, credentialId, publicKey, counter, transports, name, isSynced, createdAt, lastUsedAt };
}
