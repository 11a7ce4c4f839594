import { isEmail } from 'class-validator';

/** Reads variables one by one and collects faults, so that all bad variables are reported at once. */
export class EnvironmentReader {
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
    if (isPostgresUrl(raw)) return raw;
    this.fault(name, 'must be a URL like postgres://user:password@host:5432/database');
    return null;
  }

  /** Several with commas between them, each once; an empty list when not set. */
  postgresUrls(name: string): readonly string[] {
    const urls = (this.raw(name)?.split(',') ?? []).map((text) => text.trim());
    if (!urls.every(isPostgresUrl))
      this.fault(name, 'must be URLs like postgres://user:password@host:5432/database, with a comma between them');
    else if (new Set(urls).size < urls.length) this.fault(name, 'must not name the same server twice');
    return urls;
  }

  emailAddress(name: string): string | null {
    const raw = this.raw(name);
    if (raw === undefined || isEmail(raw)) return raw ?? null;
    this.fault(name, 'must be an e-mail address like help@example.com');
    return null;
  }

  /** An address to open in a browser, without a slash at the end, a query or a password; null when it is not set. */
  webUrl(name: string): string | null {
    const raw = this.raw(name)?.replace(/\/+$/, '');
    if (raw === undefined) return null;
    if (URL.canParse(raw) && /^https?:$/.test(new URL(raw).protocol) && !/[?#@]/.test(raw)) return raw;
    this.fault(name, 'must be a URL like https://example.com/account');
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

function isPostgresUrl(text: string): boolean {
  return URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol);
}

/** Whether a text is an origin as browsers send it: scheme, lower-case host, port unless it is the default one. */
function isWebOrigin(text: string): boolean {
  return /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/** How much of the log is written. */
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';

const LOG_LEVELS: readonly LogLevel[] = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'];

/** What a process writes to its log, and how. */
export interface LogConfig {
  readonly logLevel: LogLevel;
  readonly logFormat: 'json' | 'pretty';
  /** Whether every request is a line of the log. */
  readonly logRequests: boolean;
}

/** LOG_LEVEL, LOG_FORMAT and LOG_REQUESTS; the defaults differ at a terminal. */
export function readLogConfig(read: EnvironmentReader, isTerminal: boolean): LogConfig {
  const logFormat = read.oneOf('LOG_FORMAT', isTerminal ? 'pretty' : 'json', ['json', 'pretty']);
  return {
    logLevel: read.oneOf('LOG_LEVEL', 'info', LOG_LEVELS),
    logFormat,
    // At a terminal, lines per request would scroll the printed key out of sight; log collectors want every line.
    logRequests:
      read.oneOf('LOG_REQUESTS', isTerminal && logFormat === 'pretty' ? 'off' : 'on', ['on', 'off']) === 'on',
  };
}
