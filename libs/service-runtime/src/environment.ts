import { RETAILER_NAMES, type RetailerNames } from '@brickmarket/domain';
import { defaultOf, faultOf, misspeltVariables, splitList } from './variables.ts';

/**
 * Reads variables one by one and collects faults, so that all bad variables are reported at once. What holds without a
 * variable is in their list, unless a process has a default of its own.
 */
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

  /** Null when it is not set. */
  port(name: string): number | null {
    return this.raw(name) === undefined ? null : this.integer(name, 0);
  }

  oneOf<T extends string>(name: string, fallback = defaultOf(name) as T): T {
    return (this.accepted(name) as T | undefined) ?? fallback;
  }

  /** A text by a rule of its own, as an address; null when it is not set. */
  checked(name: string): string | null {
    return this.accepted(name) ?? null;
  }

  /** Several with commas between them; an empty list when not set. */
  list(name: string): readonly string[] {
    const value = this.accepted(name);
    return value === undefined ? [] : splitList(value);
  }

  /** An address to open in a browser, without a slash at the end; null when it is not set. */
  webUrl(name: string): string | null {
    return this.checked(name)?.replace(/\/+$/, '') ?? null;
  }

  /** Web origins with commas between them, or `*` for any; an empty list when not set. */
  origins(name: string): '*' | readonly string[] {
    const listed = this.list(name);
    return listed.length === 1 && listed[0] === '*' ? '*' : listed;
  }

  fault(name: string, rule: string): void {
    this.faults.push(`${name} ${rule}`);
  }

  /** Throws one error that names every fault met so far. Values are left out: some are secrets. */
  refuseFaults(): void {
    const faults = [...misspeltVariables(this.environment), ...this.faults];
    if (faults.length > 0) throw new Error(`bad configuration:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  }

  /** Undefined when it is not set, or is set to what its rule refuses. */
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

/** How much of the log is written. */
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';

/** What a process writes to its log, and how. */
export interface LogConfig {
  readonly logLevel: LogLevel;
  readonly logFormat: 'json' | 'pretty';
  /** Whether every request is a line of the log. */
  readonly logRequests: boolean;
  /** Whether such a line has the address of the client. */
  readonly logAddresses: boolean;
}

/** LOG_LEVEL, LOG_FORMAT, LOG_REQUESTS and LOG_ADDRESSES; the defaults differ at a terminal. */
export function readLogConfig(read: EnvironmentReader, isTerminal: boolean): LogConfig {
  const logFormat = read.oneOf<'json' | 'pretty'>('LOG_FORMAT', isTerminal ? 'pretty' : 'json');
  return {
    logLevel: read.oneOf<LogLevel>('LOG_LEVEL'),
    logFormat,
    // At a terminal, lines per request would scroll the printed key out of sight; log collectors want every line.
    logRequests: read.oneOf<'on' | 'off'>('LOG_REQUESTS', isTerminal && logFormat === 'pretty' ? 'off' : 'on') === 'on',
    logAddresses: read.oneOf<'on' | 'off'>('LOG_ADDRESSES') === 'on',
  };
}

/** Where metrics are served; a null port: nowhere. */
export interface MetricsAddress {
  readonly metricsPort: number | null;
  readonly metricsHost: string;
}

/** The address of metrics by the variable that names the port: processes of one environment have different ones. */
export function readMetricsAddress(
  read: EnvironmentReader,
  variable: 'METRICS_PORT' | 'ACCOUNT_METRICS_PORT' | 'WORK_METRICS_PORT' | 'DELIVER_METRICS_PORT',
): MetricsAddress {
  return { metricsPort: read.port(variable), metricsHost: read.text('METRICS_HOST') };
}

/** What the two retailers are called: RETAILER_A_NAME and RETAILER_B_NAME. */
export function readRetailerNames(read: EnvironmentReader): RetailerNames {
  return {
    retailer_a: read.checked('RETAILER_A_NAME') ?? RETAILER_NAMES.retailer_a,
    retailer_b: read.checked('RETAILER_B_NAME') ?? RETAILER_NAMES.retailer_b,
  };
}
