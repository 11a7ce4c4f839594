import { type DynamicModule, Global, Module } from '@nestjs/common';

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';

/** Everything the process can be told from outside, read once at start. */
export interface ApiConfig {
  readonly host: string;
  readonly port: number;
  /** Owner of the schema: migrates, never serves. */
  readonly databaseUrl: string;
  /** Login of the role `brickmarket_api`; without it the owner's login takes on that role. */
  readonly databaseApiUrl: string | null;
  readonly databasePoolSize: number;
  readonly statementTimeoutMs: number;
  /** A request that has not arrived in full by then is answered 408. */
  readonly requestTimeoutMs: number;
  /** A request that we have not answered by then, whatever the reason, is answered 500. */
  readonly answerTimeoutMs: number;
  /** Requests to the API worked on at once; more are refused with 503. */
  readonly maxInFlight: number;
  readonly maxConnections: number;
  /** Bounds on answers that clients have not read yet, for the API and for pages each. */
  readonly unsent: {
    readonly bytes: number;
    readonly bytesPerAddress: number;
    readonly bytesPerConnection: number;
    readonly minBytesPerSecond: number;
  };
  /** How long an ending process says that it is not ready before it takes no more connections. */
  readonly shutdownGraceMs: number;
  /** How long it then waits for what it has begun. */
  readonly shutdownTimeoutMs: number;
  /** Where metrics are served; null: nowhere. */
  readonly metricsPort: number | null;
  readonly metricsHost: string;
  /** Whether OpenTelemetry's own variables say where traces go. */
  readonly tracing: boolean;
  readonly migrateOnStart: boolean;
  readonly logLevel: LogLevel;
  readonly logFormat: 'json' | 'pretty';
  /** Whether every request is a line of the log. */
  readonly logRequests: boolean;
  /** Proxies in front whose X-Forwarded-For is believed, counted from the service outward. */
  readonly trustedProxies: number;
  /** Failed authentications per client address and minute before its keys are looked up apart from the others'. */
  readonly failedAuthenticationLimit: number;
  /** Megabytes that kept answers of shared data may take, in each process. */
  readonly documentCacheMb: number;
  /** Origins whose pages may read answers in a browser: a list, empty for none, or `*` for any. */
  readonly corsOrigins: '*' | readonly string[];
  /** Where users of this service reach its operator; null when that is not said. */
  readonly contactEmail: string | null;
  /** A retailer last checked more than so many days ago tells nothing about today. */
  readonly retailStaleDays: number;
}

/** What the first of several processes is told; the others read `ApiConfig`. */
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
