import type { RetailerNames } from '@brickmarket/domain';
import {
  type LogConfig,
  EnvironmentReader,
  readLogConfig,
  readMetricsAddress,
  readRetailerNames,
} from '@brickmarket/service-runtime';
import { type DynamicModule, Global, Module } from '@nestjs/common';

export interface ApiConfig extends LogConfig {
  readonly host: string;
  readonly port: number;
  /** Owner URL for migrations, never requests; empty if this process does not migrate and has its own login. */
  readonly databaseUrl: string;
  /** URL of the role `brickmarket_api`; null: the owner switches to it. */
  readonly databaseApiUrl: string | null;
  /** Each login is, or can switch to, `brickmarket_api`. */
  readonly databaseReplicaUrls: readonly string[];
  readonly databasePoolSize: number;
  /** Folder on the database's disk, whose space readiness reports; null: another machine. */
  readonly databaseDisk: string | null;
  readonly statementTimeoutMs: number;
  /** Slower arrivals get 408. */
  readonly requestTimeoutMs: number;
  /** Slower responses become 500. */
  readonly answerTimeoutMs: number;
  /** Concurrent API requests; more get 503. */
  readonly maxInFlight: number;
  readonly maxConnections: number;
  /** Unread response bytes, separately for API and pages. */
  readonly unsent: {
    readonly bytes: number;
    readonly bytesPerConnection: number;
    readonly minBytesPerSecond: number;
  };
  /** Time of reporting not ready before refusing connections. */
  readonly shutdownGraceMs: number;
  /** Time for requests in progress afterwards. */
  readonly shutdownTimeoutMs: number;
  readonly metricsPort: number | null;
  readonly metricsHost: string;
  /** OTEL_* variables name an endpoint for traces. */
  readonly tracing: boolean;
  readonly migrateOnStart: boolean;
  /** Trusted entries of X-Forwarded-For, counted from the last. */
  readonly trustedProxies: number;
  /** Failed authentications per address and minute before a separate queue is used. */
  readonly failedAuthenticationLimit: number;
  /** Per process, in megabytes. */
  readonly documentCacheMb: number;
  /** CORS origins that may read responses; `*`: any. */
  readonly corsOrigins: '*' | readonly string[];
  readonly contactEmail: string | null;
  /** Target of links for keys; null: no account area. */
  readonly accountUrl: string | null;
  /** Days after which a retailer's check is excluded. */
  readonly retailStaleDays: number;
  readonly retailerNames: RetailerNames;
  /** Shared catalog snapshots; null: none. */
  readonly snapshotFolder: string | null;
  /** Calls charged for a whole snapshot. */
  readonly snapshotCost: number;
}

/** Primary process only; workers read `ApiConfig`. */
interface ClusterConfig {
  readonly processes: number;
  readonly metricsPort: number | null;
  readonly metricsHost: string;
}

export const API_CONFIG = Symbol('ApiConfig');

@Global()
@Module({})
export class ConfigModule {
  static with(config: ApiConfig): DynamicModule {
    return { module: ConfigModule, providers: [{ provide: API_CONFIG, useValue: config }], exports: [API_CONFIG] };
  }
}

/** Throws one error that names every invalid variable. */
export function readConfig(environment: NodeJS.ProcessEnv, isTerminal: boolean): ApiConfig {
  const read = new EnvironmentReader(environment);
  const databaseUrl = read.checked('DATABASE_URL');
  // Serving only needs no further rights.
  const onlyServes = environment['MIGRATE_ON_START'] === 'false' && Boolean(environment['DATABASE_API_URL']);
  if (!environment['DATABASE_URL'] && !onlyServes)
    read.fault('DATABASE_URL', 'is needed: a PostgreSQL 15 or newer; "npm start" brings its own');
  const config: ApiConfig = {
    host: read.text('HOST'),
    port: read.integer('PORT'),
    databaseUrl: databaseUrl ?? '',
    databaseApiUrl: read.checked('DATABASE_API_URL'),
    databaseReplicaUrls: read.list('DATABASE_REPLICA_URLS'),
    databaseDisk: read.checked('DATABASE_DISK'),
    databasePoolSize: read.integer('DATABASE_POOL_SIZE'),
    statementTimeoutMs: read.integer('STATEMENT_TIMEOUT_MS', 1_500),
    requestTimeoutMs: read.integer('REQUEST_TIMEOUT_MS'),
    answerTimeoutMs: read.integer('ANSWER_TIMEOUT_MS'),
    maxInFlight: read.integer('MAX_IN_FLIGHT'),
    maxConnections: read.integer('MAX_CONNECTIONS'),
    unsent: Object.freeze({
      bytes: read.integer('MAX_UNSENT_BYTES'),
      bytesPerConnection: read.integer('MAX_UNSENT_BYTES_PER_CONNECTION'),
      minBytesPerSecond: read.integer('MIN_READ_BYTES_PER_SECOND'),
    }),
    shutdownGraceMs: read.integer('SHUTDOWN_GRACE_MS'),
    shutdownTimeoutMs: read.integer('SHUTDOWN_TIMEOUT_MS'),
    ...readMetricsAddress(read, 'METRICS_PORT'),
    tracing: isTracingWanted(read),
    migrateOnStart: read.oneOf<'true' | 'false'>('MIGRATE_ON_START') === 'true',
    ...readLogConfig(read, isTerminal),
    trustedProxies: read.integer('TRUSTED_PROXIES'),
    failedAuthenticationLimit: read.integer('FAILED_AUTH_LIMIT'),
    documentCacheMb: read.integer('DOCUMENT_CACHE_MB'),
    corsOrigins: read.origins('CORS_ORIGINS'),
    contactEmail: read.checked('CONTACT_EMAIL'),
    accountUrl: read.webUrl('ACCOUNT_URL'),
    retailerNames: readRetailerNames(read),
    retailStaleDays: read.integer('RETAIL_STALE_DAYS'),
    snapshotFolder: read.checked('SNAPSHOT_FOLDER'),
    snapshotCost: read.integer('SNAPSHOT_COST'),
  };
  if (config.databaseReplicaUrls.some((replica) => replica === databaseUrl || replica === config.databaseApiUrl))
    read.fault('DATABASE_REPLICA_URLS', 'must not name the primary');
  read.refuseFaults();
  return Object.freeze(config);
}

export function readClusterConfig(environment: NodeJS.ProcessEnv): ClusterConfig {
  const read = new EnvironmentReader(environment);
  const config: ClusterConfig = {
    processes: read.integer('PROCESSES', 2),
    ...readMetricsAddress(read, 'METRICS_PORT'),
  };
  read.refuseFaults();
  return Object.freeze(config);
}

/** OpenTelemetry reads the other OTEL_* variables itself. */
function isTracingWanted(read: EnvironmentReader): boolean {
  if (read.text('OTEL_SDK_DISABLED', '') === 'true' || read.text('OTEL_TRACES_EXPORTER', '') === 'none') return false;
  return read.text('OTEL_EXPORTER_OTLP_ENDPOINT', '') + read.text('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', '') !== '';
}
