import type { DataSourceOptions } from 'typeorm';
import { ALL_MIGRATIONS } from '../migrations/all-migrations.ts';
import { type ConnectionSettings, poolOptions } from './pool-options.ts';

/** How TypeORM finds the migrations and the database they are for. */
export function dataSourceOptions(settings: ConnectionSettings): DataSourceOptions {
  return {
    type: 'postgres',
    migrations: ALL_MIGRATIONS,
    migrationsTableName: 'schema_migration',
    migrationsTransactionMode: 'each',
    synchronize: false,
    logging: false,
    extra: poolOptions(settings),
  };
}
