import { DEFAULT_RETAIL_STALE_DAYS } from '@brickmarket/retail-tracking';
import { isEmail } from 'class-validator';
import type { ApiConfig, ClusterConfig, LogLevel } from './config.ts';

/** Reads variables one by one and collects faults, so that all bad variables are reported at once. */
class EnvironmentReader {
  private readonly faults: string[] = [];

  constructor(private readonly environment: NodeJS.ProcessEnv) {}

  text(name: string, fallback: string): string {
    return this.raw(name) ?? fallback;
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const raw = this.raw(name);
    if (raw === undefined) return fallback;
    const value = /^\d{1,9}$/.test(raw) ? Number(raw) : Number.NaN;
    if (value >= min && value <= max) return value;
    this.fault(name, `must be a whole number from ${min} to ${max}`);
    return fallback;
  }

  /** Null when it is not set. */
  port(name: string): number | null {
    return this.raw(name) === undefined ? null : this.integer(name, 0, 0, 65_535);
  }

  oneOf<T extends string>(name: string, fallback: T, allowed: readonly T[]): T {
    const raw = this.raw(name);
    if (raw === undefined) return fallback;
    const found = allowed.find((value) => value === raw);
    if (found === undefined) this.fault(name, `must be one of ${allowed.join(', ')}`);
    return found ?? fallback;
  }

  postgresUrl(name: string): string | null {
    const raw = this.raw(name);
    if (raw === undefined) return null;
    if (URL.canParse(raw) && /^postgres(ql)?:$/.test(new URL(raw).protocol)) return raw;
    this.fault(name, 'must be a URL like postgres://user:password@host:5432/database');
    return null;
  }

  emailAddress(name: string): string | null {
    const raw = this.raw(name);
    if (raw === undefined || isEmail(raw)) return raw ?? null;
    this.fault(name, 'must be an e-mail address like help@example.com');
    return null;
  }

  /** Web origins with commas between them, or `*` for any; an empty list when not set. */
  origins(name: string): '*' | readonly string[] {
    const origins =
      this.raw(name)
        ?.split(',')
        .map((text) => text.trim()) ?? [];
    if (origins.length === 1 && origins[0] === '*') return '*';
    const bad = origins.find((text) => !isWebOrigin(text));
    if (bad !== undefined) {
      // A text with an @ may contain a password, which must not reach the log.
      const named = bad.includes('@') ? 'one with a user name' : JSON.stringify(bad);
      const rule = 'must be * or origins like https://app.example, without a path, with a comma between them';
      this.fault(name, `${rule}: ${named} is none`);
    }
    return origins;
  }

  fault(name: string, rule: string): void {
    this.faults.push(`${name} ${rule}`);
  }

  /** Throws one error that names every fault met so far. Values are left out: some are secrets. */
  refuseFaults(): void {
    if (this.faults.length > 0)
      throw new Error(`bad configuration:\n${this.faults.map((fault) => `  ${fault}`).join('\n')}`);
  }

  private raw(name: string): string | undefined {
    const value = this.environment[name];
    return value === undefined || value === '' ? undefined : value;
  }
}

/** Whether a text is an origin as browsers send it: scheme, lower-case host, port unless it is the default one. */
function isWebOrigin(text: string): boolean {
  return /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

const LOG_LEVELS: readonly LogLevel[] = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'];

/** Reads and freezes the configuration. Throws one error that names every bad variable. */
export function readConfig(environment: NodeJS.ProcessEnv, isTerminal: boolean): ApiConfig {
  const read = new EnvironmentReader(environment);
  const databaseUrl = read.postgresUrl('DATABASE_URL');
  if (!environment['DATABASE_URL'])
    read.fault('DATABASE_URL', 'is needed: a PostgreSQL 15 or newer; "npm start" brings its own');
  const logFormat = read.oneOf('LOG_FORMAT', isTerminal ? 'pretty' : 'json', ['json', 'pretty']);
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
    logLevel: read.oneOf('LOG_LEVEL', 'info', LOG_LEVELS),
    logFormat,
    // On a terminal, a line per request would scroll the printed key out of view.
    logRequests:
      read.oneOf('LOG_REQUESTS', isTerminal && logFormat === 'pretty' ? 'off' : 'on', ['on', 'off']) === 'on',
    trustedProxies: read.integer('TRUSTED_PROXIES', 0, 0, 10),
    failedAuthenticationLimit: read.integer('FAILED_AUTH_LIMIT', 100, 1, 1_000_000),
    documentCacheMb: read.integer('DOCUMENT_CACHE_MB', 64, 1, 100_000),
    corsOrigins: read.origins('CORS_ORIGINS'),
    contactEmail: read.emailAddress('CONTACT_EMAIL'),
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
