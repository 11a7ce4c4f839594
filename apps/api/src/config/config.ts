import type { RetailerNames } from '@brickmarket/domain';
import {
  type LogConfig,
  EnvironmentReader,
  readLogConfig,
  readMetricsAddress,
  readRetailerNames,
} from '@brickmarket/service-runtime';
import { type DynamicModule, Global, Module } from '@nestjs/common';

/** The configuration of the process, read from the environment once at start. */
export interface ApiConfig extends LogConfig {
  readonly host: string;
  readonly port: number;
  /**
   * Login of the schema's owner, used for migrations and never for requests; empty when this process does not migrate
   * and has a login of its own.
   */
  readonly databaseUrl: string;
  /** Login of the role `brickmarket_api`; without it the owner's login switches to that role. */
  readonly databaseApiUrl: string | null;
  /** Read replicas; each login is, or may switch to, the role `brickmarket_api`. */
  readonly databaseReplicaUrls: readonly string[];
  readonly databasePoolSize: number;
  /** A folder on the disk of the database, whose free space readiness tells; null when that is on another machine. */
  readonly databaseDisk: string | null;
  readonly statementTimeoutMs: number;
  /** A request that has not arrived in full by then is answered 408. */
  readonly requestTimeoutMs: number;
  /** A request that is not answered by then, whatever the reason, is answered 500. */
  readonly answerTimeoutMs: number;
  /** Concurrency limit: requests to the API in progress at once. More are refused with 503. */
  readonly maxInFlight: number;
  readonly maxConnections: number;
  /** Limits on responses that clients have not read yet, for the API and for pages separately. */
  readonly unsent: {
    readonly bytes: number;
    readonly bytesPerConnection: number;
    readonly minBytesPerSecond: number;
  };
  /** How long a stopping process reports not ready before it stops accepting connections. */
  readonly shutdownGraceMs: number;
  /** How long it then waits for requests in progress. */
  readonly shutdownTimeoutMs: number;
  /** Port of the metrics; null when they are not served. */
  readonly metricsPort: number | null;
  readonly metricsHost: string;
  /** Whether OpenTelemetry's own variables name an endpoint for traces. */
  readonly tracing: boolean;
  readonly migrateOnStart: boolean;
  /** Number of trusted proxies in front: so many entries of X-Forwarded-For are believed, from the last. */
  readonly trustedProxies: number;
  /** Failed authentications per client address and minute before its keys are checked in a separate queue. */
  readonly failedAuthenticationLimit: number;
  /** Size of the cache of shared documents in megabytes, in each process. */
  readonly documentCacheMb: number;
  /** CORS: origins whose pages may read responses. An empty list for none, `*` for any. */
  readonly corsOrigins: '*' | readonly string[];
  /** Contact address of the operator; null when none is configured. */
  readonly contactEmail: string | null;
  /** Where the pages of this service link to for keys; null when there is no account area. */
  readonly accountUrl: string | null;
  /** Retail prices are left out when the retailer was last checked more than this many days ago. */
  readonly retailStaleDays: number;
  readonly retailerNames: RetailerNames;
  /** Where the workers put snapshots of the catalogue; null: there are none. */
  readonly snapshotFolder: string | null;
  /** How many calls the download of a whole snapshot costs. */
  readonly snapshotCost: number;
}

/** The configuration of the primary process; the workers read `ApiConfig`. */
interface ClusterConfig {
  readonly processes: number;
  readonly metricsPort: number | null;
  readonly metricsHost: string;
}

/** Injection token of the frozen configuration. */
export const API_CONFIG = Symbol('ApiConfig');

/** Makes the configuration injectable everywhere. */
@Global()
@Module({})
export class ConfigModule {
  static with(config: ApiConfig): DynamicModule {
    return { module: ConfigModule, providers: [{ provide: API_CONFIG, useValue: config }], exports: [API_CONFIG] };
  }
}

/** Reads and freezes the configuration. Throws one error that names every bad variable. */
export function readConfig(environment: NodeJS.ProcessEnv, isTerminal: boolean): ApiConfig {
  const read = new EnvironmentReader(environment);
  const databaseUrl = read.checked('DATABASE_URL');
  // A process that only serves need not be able to do more.
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

/** Reads the configuration of the primary process. */
export function readClusterConfig(environment: NodeJS.ProcessEnv): ClusterConfig {
  const read = new EnvironmentReader(environment);
  const config: ClusterConfig = {
    processes: read.integer('PROCESSES', 2),
    ...readMetricsAddress(read, 'METRICS_PORT'),
  };
  read.refuseFaults();
  return Object.freeze(config);
}

/** The libraries of OpenTelemetry read all other OTEL_* variables themselves. */
function isTracingWanted(read: EnvironmentReader): boolean {
  if (read.text('OTEL_SDK_DISABLED', '') === 'true' || read.text('OTEL_TRACES_EXPORTER', '') === 'none') return false;
  return read.text('OTEL_EXPORTER_OTLP_ENDPOINT', '') + read.text('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', '') !== '';
}
