import { DEFAULT_RETAIL_STALE_DAYS } from '@brickmarket/retail-tracking';
import { EnvironmentReader, readLogConfig } from '@brickmarket/service-runtime';
import type { ApiConfig, ClusterConfig } from './config.ts';

/** Reads and freezes the configuration. Throws one error that names every bad variable. */
export function readConfig(environment: NodeJS.ProcessEnv, isTerminal: boolean): ApiConfig {
  const read = new EnvironmentReader(environment);
  const databaseUrl = read.postgresUrl('DATABASE_URL');
  if (!environment['DATABASE_URL'])
    read.fault('DATABASE_URL', 'is needed: a PostgreSQL 15 or newer; "npm start" brings its own');
  const config: ApiConfig = {
    host: read.text('HOST', '127.0.0.1'),
    port: read.integer('PORT', 3000, 0, 65_535),
    databaseUrl: databaseUrl ?? '',
    databaseApiUrl: read.postgresUrl('DATABASE_API_URL'),
    databasePoolSize: read.integer('DATABASE_POOL_SIZE', 10, 2, 200),
    statementTimeoutMs: read.integer('STATEMENT_TIMEOUT_MS', 1_500, 100, 60_000),
    requestTimeoutMs: read.integer('REQUEST_TIMEOUT_MS', 10_000, 100, 300_000),
    answerTimeoutMs: read.integer('ANSWER_TIMEOUT_MS', 1_800, 100, 60_000),
    maxInFlight: read.integer('MAX_IN_FLIGHT', 256, 1, 100_000),
    maxConnections: read.integer('MAX_CONNECTIONS', 16_000, 1, 1_000_000),
    unsent: Object.freeze({
      bytes: read.integer('MAX_UNSENT_BYTES', 134_217_728, 65_536, 999_999_999),
      bytesPerAddress: read.integer('MAX_UNSENT_BYTES_PER_ADDRESS', 33_554_432, 65_536, 999_999_999),
      bytesPerConnection: read.integer('MAX_UNSENT_BYTES_PER_CONNECTION', 8_388_608, 65_536, 999_999_999),
      minBytesPerSecond: read.integer('MIN_READ_BYTES_PER_SECOND', 16_384, 1, 999_999_999),
    }),
    shutdownGraceMs: read.integer('SHUTDOWN_GRACE_MS', 0, 0, 300_000),
    shutdownTimeoutMs: read.integer('SHUTDOWN_TIMEOUT_MS', 10_000, 0, 300_000),
    ...readMetricsAddress(read),
    tracing: isTracingWanted(read),
    migrateOnStart: read.oneOf('MIGRATE_ON_START', 'true', ['true', 'false']) === 'true',
    ...readLogConfig(read, isTerminal),
    trustedProxies: read.integer('TRUSTED_PROXIES', 0, 0, 10),
    failedAuthenticationLimit: read.integer('FAILED_AUTH_LIMIT', 100, 1, 1_000_000),
    documentCacheMb: read.integer('DOCUMENT_CACHE_MB', 64, 1, 100_000),
    corsOrigins: read.origins('CORS_ORIGINS'),
    contactEmail: read.emailAddress('CONTACT_EMAIL'),
    accountUrl: read.webUrl('ACCOUNT_URL'),
    retailStaleDays: read.integer('RETAIL_STALE_DAYS', DEFAULT_RETAIL_STALE_DAYS, 1, 3_650),
  };
  read.refuseFaults();
  return Object.freeze(config);
}

/** Reads the configuration of the primary process. */
export function readClusterConfig(environment: NodeJS.ProcessEnv): ClusterConfig {
  const read = new EnvironmentReader(environment);
  const config: ClusterConfig = { processes: read.integer('PROCESSES', 2, 1, 64), ...readMetricsAddress(read) };
  read.refuseFaults();
  return Object.freeze(config);
}

function readMetricsAddress(read: EnvironmentReader): Pick<ApiConfig, 'metricsPort' | 'metricsHost'> {
  return { metricsPort: read.port('METRICS_PORT'), metricsHost: read.text('METRICS_HOST', '127.0.0.1') };
}

/** The libraries of OpenTelemetry read all other OTEL_* variables themselves. */
function isTracingWanted(read: EnvironmentReader): boolean {
  if (read.text('OTEL_SDK_DISABLED', '') === 'true' || read.text('OTEL_TRACES_EXPORTER', '') === 'none') return false;
  return read.text('OTEL_EXPORTER_OTLP_ENDPOINT', '') + read.text('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', '') !== '';
}
