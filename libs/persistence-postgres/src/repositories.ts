import 'reflect-metadata';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { AccountEntity, ApiKeyEntity, KeyUsageEntity } from './access/access-entities.ts';
import {
  AuditEventEntity,
  CredentialEntity,
  PasskeyEntity,
  RecoveryCodeEntity,
  SessionEntity,
} from './identity/identity-entities.ts';
import { type ConnectionSettings, dataSourceOptions, guard } from './database/connection-options.ts';

/** On the command line one record is edited at a time. */
const POOL_SIZE = 2;

/** Accounts and identity; everything else is plain SQL. */
export class Repositories {
  readonly accounts: Repository<AccountEntity>;
  readonly apiKeys: Repository<ApiKeyEntity>;
  readonly keyUsage: Repository<KeyUsageEntity>;
  readonly credentials: Repository<CredentialEntity>;
  readonly recoveryCodes: Repository<RecoveryCodeEntity>;
  readonly passkeys: Repository<PasskeyEntity>;
  readonly sessions: Repository<SessionEntity>;
  readonly auditEvents: Repository<AuditEventEntity>;

  constructor(private readonly manager: EntityManager) {
    this.accounts = manager.getRepository(AccountEntity);
    this.apiKeys = manager.getRepository(ApiKeyEntity);
    this.keyUsage = manager.getRepository(KeyUsageEntity);
    this.credentials = manager.getRepository(CredentialEntity);
    this.recoveryCodes = manager.getRepository(RecoveryCodeEntity);
    this.passkeys = manager.getRepository(PasskeyEntity);
    this.sessions = manager.getRepository(SessionEntity);
    this.auditEvents = manager.getRepository(AuditEventEntity);
  }

  /** Part of the transaction; returns the rows. */
  readonly query = async <Row>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> => {
    const answer = (await this.manager.query(text, values as unknown[])) as Row[] | [Row[], number];
    // TypeORM returns [rows, count] for updates and deletes.
    return Array.isArray(answer[0]) ? answer[0] : (answer as Row[]);
  };

  /** Only calls on the given repositories are in the transaction. */
  transaction<Result>(work: (repositories: Repositories) => Promise<Result>): Promise<Result> {
    return this.manager.transaction((manager) => work(new Repositories(manager)));
  }

  /** Row-level security as a second lock; statements name the account too. */
  asAccount<Result>(accountId: number, work: (repositories: Repositories) => Promise<Result>): Promise<Result> {
    return this.manager.transaction(async (manager) => {
      await manager.query(`SELECT set_config('brickmarket.account_id', $1, true)`, [String(accountId)]);
      return work(new Repositories(manager));
    });
  }
}

export async function openDataSource(settings: ConnectionSettings): Promise<DataSource> {
  const dataSource = await new DataSource({
    ...dataSourceOptions({ ...settings, poolSize: settings.editorPoolSize ?? POOL_SIZE, pipelined: false }),
    entities: [
      AccountEntity,
      ApiKeyEntity,
      KeyUsageEntity,
      CredentialEntity,
      RecoveryCodeEntity,
      PasskeyEntity,
      SessionEntity,
      AuditEventEntity,
    ],
  }).initialize();
  guard((dataSource.driver as unknown as { readonly master: Pool }).master, settings.fence);
  return dataSource;
}
