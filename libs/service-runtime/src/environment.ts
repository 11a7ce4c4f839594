import { RETAILER_NAMES, type RetailerNames } from '@brickmarket/domain';
import { defaultOf, faultOf, misspeltVariables, splitList } from './variables.ts';

/** Collects faults, so that all invalid variables are reported together. */
export class EnvironmentReader {
  private readonly faults: string[] = [];

  constructor(private readonly environment: NodeJS.ProcessEnv) {}

  text(name: string, fallback = defaultOf(name)): string {
    return this.raw(name) ?? fallback;
  }

  integer(name: string, fallback = Number(defaultOf(name))): number {
    const value = this.accepted(name);
    return value === undefined ? fallback : Number(value);
  }

  port(name: string): number | null {
    return this.raw(name) === undefined ? null : this.integer(name, 0);
  }

  oneOf<T extends string>(name: string, fallback = defaultOf(name) as T): T {
    return (this.accepted(name) as T | undefined) ?? fallback;
  }

  /** Validated by the variable's rule; null: not set. */
  checked(name: string): string | null {
    return this.accepted(name) ?? null;
  }

  list(name: string): readonly string[] {
    const value = this.accepted(name);
    return value === undefined ? [] : splitList(value);
  }

  /** URL without a trailing slash; null: not set. */
  webUrl(name: string): string | null {
    return this.checked(name)?.replace(/\/+$/, '') ?? null;
  }

  /** `*`: any. */
  origins(name: string): '*' | readonly string[] {
    const listed = this.list(name);
    return listed.length === 1 && listed[0] === '*' ? '*' : listed;
  }

  fault(name: string, rule: string): void {
    this.faults.push(`${name} ${rule}`);
  }

  /** Throws one error for all faults, without values: some are secrets. */
  refuseFaults(): void {
    const faults = [...misspeltVariables(this.environment), ...this.faults];
    if (faults.length > 0) throw new Error(`bad configuration:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  }

  private accepted(name: string): string | undefined {
    const value = this.raw(name);
    const fault = value === undefined ? null : faultOf(name, value);
    if (fault === null) return value;
    this.fault(name, fault);
    return undefined;
  }

  private raw(name: string): string | undefined {
    const value = this.environment[name];
    return value === undefined || value === '' ? undefined : value;
  }
}

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';

export interface LogConfig {
  readonly logLevel: LogLevel;
  readonly logFormat: 'json' | 'pretty';
  readonly logRequests: boolean;
  readonly logAddresses: boolean;
}

/** Defaults differ on a terminal. */
export function readLogConfig(read: EnvironmentReader, isTerminal: boolean): LogConfig {
  const logFormat = read.oneOf<'json' | 'pretty'>('LOG_FORMAT', isTerminal ? 'pretty' : 'json');
  return {
    logLevel: read.oneOf<LogLevel>('LOG_LEVEL'),
    logFormat,
    // On a terminal, lines per request would scroll the printed key out of sight; log collectors want every line.
    logRequests: read.oneOf<'on' | 'off'>('LOG_REQUESTS', isTerminal && logFormat === 'pretty' ? 'off' : 'on') === 'on',
    logAddresses: read.oneOf<'on' | 'off'>('LOG_ADDRESSES') === 'on',
  };
}

/** Null port: not served. */
export interface MetricsAddress {
  readonly metricsPort: number | null;
  readonly metricsHost: string;
}

/** Each process has its own variable for the port. */
export function readMetricsAddress(
  read: EnvironmentReader,
  variable: 'METRICS_PORT' | 'ACCOUNT_METRICS_PORT' | 'WORK_METRICS_PORT' | 'DELIVER_METRICS_PORT',
): MetricsAddress {
  return { metricsPort: read.port(variable), metricsHost: read.text('METRICS_HOST') };
}

export function readRetailerNames(read: EnvironmentReader): RetailerNames {
  return {
    retailer_a: read.checked('RETAILER_A_NAME') ?? RETAILER_NAMES.retailer_a,
    retailer_b: read.checked('RETAILER_B_NAME') ?? RETAILER_NAMES.retailer_b,
  };
}
