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
  readonly migrateOnStart: boolean;
  readonly logLevel: LogLevel;
  readonly logFormat: 'json' | 'pretty';
  /** Proxies in front whose X-Forwarded-For is believed, counted from the service outward. */
  readonly trustedProxies: number;
  /** Failed authentications per client address and minute before it is answered from memory. */
  readonly failedAuthenticationLimit: number;
}
