import type { LogConfig } from '@brickmarket/service-runtime';
import { type DynamicModule, Global, Module } from '@nestjs/common';

/** The configuration of the process, read from the environment once at start. */
export interface ApiConfig extends LogConfig {
  readonly host: string;
  readonly port: number;
  /** Login of the schema's owner, used for migrations and never for requests. */
  readonly databaseUrl: string;
  /** Login of the role `brickmarket_api`; without it the owner's login switches to that role. */
  readonly databaseApiUrl: string | null;
  readonly databasePoolSize: number;
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
    readonly bytesPerAddress: number;
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
}

/** The configuration of the primary process; the workers read `ApiConfig`. */
export interface ClusterConfig {
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
