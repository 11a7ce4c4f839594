import type { DataSourceOptions, Logger } from 'typeorm';
import { type ConnectionSettings, poolOptions } from '../database/pool-options.ts';

const SILENT: Logger = {
  log: ignore,
  logMigration: ignore,
  logQuery: ignore,
  logQueryError: ignore,
  logQuerySlow: ignore,
  logSchemaBuild: ignore,
};

/** How TypeORM connects, for migrations and for repositories. */
export function dataSourceOptions(settings: ConnectionSettings): DataSourceOptions {
  return {
    type: 'postgres',
    migrationsTableName: 'schema_migration',
    migrationsTransactionMode: 'each',
    synchronize: false,
    // What fails is thrown and told by whoever asked; TypeORM would also print it.
    logger: SILENT,
    extra: poolOptions(settings),
  };
}

function ignore(): void {}
