import 'reflect-metadata';
import { DataSource } from 'typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { AccountEntity, ApiKeyEntity, KeyUsageEntity } from './access/access-entities.ts';
import { BookedSetEntity, BrickfolioEntity, HoldingEntity, SaleEntity } from './portfolio/portfolio-entities.ts';
import { dataSourceOptions, type ConnectionSettings } from './database/connection-options.ts';

/** One record is edited at a time; more connections than this would be idle. */
const POOL_SIZE = 2;

/** The tables whose records are edited one by one. Bulk merges, admission and the API's reads are plain SQL. */
export class Repositories {
  readonly accounts: Repository<AccountEntity>;
  readonly apiKeys: Repository<ApiKeyEntity>;
  readonly keyUsage: Repository<KeyUsageEntity>;
  readonly brickfolios: Repository<BrickfolioEntity>;
  readonly holdings: Repository<HoldingEntity>;
  readonly sales: Repository<SaleEntity>;

  constructor(private readonly manager: EntityManager) {
    this.accounts = manager.getRepository(AccountEntity);
    this.apiKeys = manager.getRepository(ApiKeyEntity);
    this.keyUsage = manager.getRepository(KeyUsageEntity);
    this.brickfolios = manager.getRepository(BrickfolioEntity);
    this.holdings = manager.getRepository(HoldingEntity);
    this.sales = manager.getRepository(SaleEntity);
  }

  /** Runs `work` in a transaction; only what is done through the repositories it is given belongs to it. */
  transaction<Result>(work: (repositories: Repositories) => Promise<Result>): Promise<Result> {
    return this.manager.transaction((manager) => work(new Repositories(manager)));
  }
}

/** Connects TypeORM, with a small pool of its own. */
export function openDataSource(settings: ConnectionSettings): Promise<DataSource> {
  return new DataSource({
    ...dataSourceOptions({ ...settings, poolSize: POOL_SIZE, pipelined: false }),
    entities: [
      AccountEntity,
      ApiKeyEntity,
      KeyUsageEntity,
      BookedSetEntity,
      BrickfolioEntity,
      HoldingEntity,
      SaleEntity,
    ],
  }).initialize();
}
