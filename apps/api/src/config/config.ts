import { EnvironmentReader, readLogConfig, readMetricsAddress, readRetailerNames } from '@brickmarket/service-runtime';
import { type DynamicModule, Global, Module } from '@nestjs/common';

/** Variables are described in apps/docs/reference/configuration.md. */
export type ApiConfig = ReturnType<typeof readConfig>;

export const API_CONFIG = Symbol('ApiConfig');

@Global()
@Module({})
export class ConfigModule {
  static with(config: ApiConfig): DynamicModule {
    return { module: ConfigModule, providers: [{ provide: API_CONFIG, useValue: config }], exports: [API_CONFIG] };
  }
}

/** Throws one error that names every invalid variable. */
export function readConfig(environment: NodeJS.ProcessEnv, isTerminal: boolean) {
  const read = new EnvironmentReader(environment);
  const databaseUrl = read.get('DATABASE_URL');
  // Serving only needs no further rights.
  const onlyServes = environment['MIGRATE_ON_START'] === 'false' && Boolean(environment['DATABASE_API_URL']);
  if (!environment['DATABASE_URL'] && !onlyServes)
    read.fault('DATABASE_URL', 'is needed: a PostgreSQL 15 or newer; "npm start" brings its own');
  const config = {
    host: read.get('HOST'),
    port: read.get('PORT'),
    databaseUrl: databaseUrl ?? '',
    databaseApiUrl: read.get('DATABASE_API_URL'),
    databaseReplicaUrls: read.get('DATABASE_REPLICA_URLS') ?? [],
    databaseDisk: read.get('DATABASE_DISK'),
    databasePoolSize: read.get('DATABASE_POOL_SIZE'),
    statementTimeoutMs: read.get('STATEMENT_TIMEOUT_MS') ?? 1_500,
    requestTimeoutMs: read.get('REQUEST_TIMEOUT_MS'),
    answerTimeoutMs: read.get('RESPONSE_TIMEOUT_MS'),
    maxInFlight: read.get('MAX_IN_FLIGHT'),
    maxConnections: read.get('MAX_CONNECTIONS'),
    unsent: Object.freeze({
      bytes: read.get('MAX_UNSENT_BYTES'),
      bytesPerConnection: read.get('MAX_UNSENT_BYTES_PER_CONNECTION'),
      minBytesPerSecond: read.get('MIN_READ_BYTES_PER_SECOND'),
    }),
    shutdownGraceMs: read.get('SHUTDOWN_GRACE_MS'),
    shutdownTimeoutMs: read.get('SHUTDOWN_TIMEOUT_MS'),
    ...readMetricsAddress(read, 'METRICS_PORT'),
    tracing: isTracingWanted(environment),
    migrateOnStart: read.get('MIGRATE_ON_START') === 'true',
    ...readLogConfig(read, isTerminal),
    trustedProxies: read.get('TRUSTED_PROXIES'),
    failedAuthenticationLimit: read.get('FAILED_AUTH_LIMIT'),
    documentCacheMb: read.get('DOCUMENT_CACHE_MB'),
    corsOrigins: read.get('CORS_ORIGINS') ?? [],
    contactEmail: read.get('CONTACT_EMAIL'),
    accountUrl: read.get('ACCOUNT_URL'),
    retailerNames: readRetailerNames(read),
    retailStaleDays: read.get('RETAIL_STALE_DAYS'),
    snapshotFolder: read.get('SNAPSHOT_FOLDER'),
    snapshotCost: read.get('SNAPSHOT_COST'),
  };
  if (config.databaseReplicaUrls.some((replica) => replica === databaseUrl || replica === config.databaseApiUrl))
    read.fault('DATABASE_REPLICA_URLS', 'must not name the primary');
  read.refuseFaults();
  return Object.freeze(config);
}

/** Primary process only; workers read `ApiConfig`. */
export function readClusterConfig(environment: NodeJS.ProcessEnv) {
  const read = new EnvironmentReader(environment);
  const config = { processes: read.get('PROCESSES') ?? 2, ...readMetricsAddress(read, 'METRICS_PORT') };
  read.refuseFaults();
  return Object.freeze(config);
}

/** OpenTelemetry reads the other OTEL_* variables itself. */
function isTracingWanted(environment: NodeJS.ProcessEnv): boolean {
  const { OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER } = environment;
  if (OTEL_SDK_DISABLED === 'true' || OTEL_TRACES_EXPORTER === 'none') return false;
  return Boolean(environment['OTEL_EXPORTER_OTLP_ENDPOINT'] || environment['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']);
}
