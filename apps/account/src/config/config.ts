import { fileURLToPath } from 'node:url';
import type { WebhookTargets } from '@brickmarket/alerts';
import type { RetailerNames } from '@brickmarket/domain';
import { FRESH_MS } from '@brickmarket/identity';
import type { SignUpMode } from '@brickmarket/operations/identity';
import {
  EnvironmentReader,
  isLoopback,
  type LogConfig,
  readLogConfig,
  readMetricsAddress,
  readRetailerNames,
} from '@brickmarket/service-runtime';
import { type DynamicModule, Global, Module } from '@nestjs/common';

export interface AccountConfig extends LogConfig {
  readonly host: string;
  readonly port: number;
  /** Without a trailing slash: the only Host and Origin accepted. */
  readonly url: string;
  /** URL of the role `brickmarket_account`, or of the owner, who switches to it. */
  readonly databaseUrl: string;
  readonly isOwnerLogin: boolean;
  /** Null: unknown. */
  readonly databaseDisk: string | null;
  readonly databasePoolSize: number;
  readonly statementTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly shutdownTimeoutMs: number;
  /** Trusted proxies, counted from the service outward. */
  readonly trustedProxies: number;
  readonly signUp: SignUpMode;
  /** Null: no mail is sent. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | null;
  readonly contactEmail: string | null;
  /** For customers, with its path. */
  readonly apiUrl: string;
  /** For this process. */
  readonly apiInternalUrl: string;
  /** Days for which a retail observation counts. */
  readonly retailStaleDays: number;
  readonly retailerNames: RetailerNames;
  /** Networks allowed besides the public internet, as for the deliverer. */
  readonly webhookTargets: WebhookTargets;
  /** Time for which a sign-in link counts as recent authentication. */
  readonly linkFreshMs: number;
  readonly pageDir: string;
  /** Null: not served. */
  readonly metricsPort: number | null;
  readonly metricsHost: string;
}

export const ACCOUNT_CONFIG = Symbol('AccountConfig');

@Global()
@Module({})
export class ConfigModule {
  static with(config: AccountConfig): DynamicModule {
    const provided = { provide: ACCOUNT_CONFIG, useValue: config };
    return { module: ConfigModule, providers: [provided], exports: [ACCOUNT_CONFIG] };
  }
}

const MINUTE_MS = 60_000;
const DEFAULT_PAGE_DIR = fileURLToPath(new URL('../../../account-web/dist', import.meta.url));

/** Throws one error that names every invalid variable. */
export function readConfig(environment: NodeJS.ProcessEnv, isTerminal: boolean): AccountConfig {
  const read = new EnvironmentReader(environment);
  const port = read.integer('ACCOUNT_PORT', 3001);
  const own = read.checked('DATABASE_ACCOUNT_URL');
  const owner = read.checked('DATABASE_URL');
  if (own === null && owner === null)
    read.fault('DATABASE_ACCOUNT_URL', 'or DATABASE_URL is needed; "npm start" brings its own');
  const mail = readMail(read);
  const signUp = read.oneOf<SignUpMode>('SIGN_UP');
  if (signUp === 'open' && mail === null)
    read.fault('SIGN_UP', 'can be open only with SMTP_URL: an address is proven by a mail to it');
  const apiUrl = read.webUrl('API_URL') ?? 'http://127.0.0.1:3000/api/v1';
  const host = read.text('HOST');
  const url = read.webUrl('ACCOUNT_URL') ?? `http://localhost:${port}/account`;
  const linkFreshMs = read.integer('LINK_FRESH_MINUTES') * MINUTE_MS;
  if (linkFreshMs > FRESH_MS && !(isLoopback(host) && isLoopback(new URL(url).hostname)))
    read.fault('LINK_FRESH_MINUTES', 'can be more than 10 only where HOST and ACCOUNT_URL are this machine alone');
  const config: AccountConfig = {
    host,
    port,
    url,
    linkFreshMs,
    databaseUrl: own ?? owner ?? '',
    isOwnerLogin: own === null,
    databaseDisk: read.checked('DATABASE_DISK'),
    databasePoolSize: read.integer('DATABASE_POOL_SIZE'),
    statementTimeoutMs: read.integer('STATEMENT_TIMEOUT_MS', 5_000),
    requestTimeoutMs: read.integer('REQUEST_TIMEOUT_MS'),
    shutdownTimeoutMs: read.integer('SHUTDOWN_TIMEOUT_MS'),
    trustedProxies: read.integer('TRUSTED_PROXIES'),
    signUp,
    mail,
    contactEmail: read.checked('CONTACT_EMAIL'),
    apiUrl,
    apiInternalUrl: read.webUrl('API_INTERNAL_URL') ?? apiUrl,
    retailStaleDays: read.integer('RETAIL_STALE_DAYS'),
    retailerNames: readRetailerNames(read),
    webhookTargets: read.oneOf<WebhookTargets>('WEBHOOK_TARGETS'),
    pageDir: read.text('ACCOUNT_PAGE_DIR', DEFAULT_PAGE_DIR),
    ...readLogConfig(read, isTerminal),
    ...readMetricsAddress(read, 'ACCOUNT_METRICS_PORT'),
  };
  read.refuseFaults();
  return Object.freeze(config);
}

function readMail(read: EnvironmentReader): AccountConfig['mail'] {
  const smtpUrl = read.checked('SMTP_URL');
  const from = read.text('MAIL_FROM', '');
  if (smtpUrl === null) return null;
  if (from === '') read.fault('MAIL_FROM', 'is needed with SMTP_URL, like "Brickmarket <account@example.com>"');
  return { smtpUrl, from };
}
