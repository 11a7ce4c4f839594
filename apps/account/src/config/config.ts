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

/** Everything the process can be told from outside, read once at start. */
export interface AccountConfig extends LogConfig {
  readonly host: string;
  readonly port: number;
  /** Where people open it, without a slash at the end: the only Host and Origin that are answered. */
  readonly url: string;
  /** Login of the role `brickmarket_account`, or of the schema's owner, who then takes on that role. */
  readonly databaseUrl: string;
  readonly isOwnerLogin: boolean;
  /** A folder on the database's disk; null when that is not known. */
  readonly databaseDisk: string | null;
  readonly databasePoolSize: number;
  readonly statementTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly shutdownTimeoutMs: number;
  /** Proxies in front whose X-Forwarded-For is believed, counted from the service outward. */
  readonly trustedProxies: number;
  readonly signUp: SignUpMode;
  /** Null: no mail is sent. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | null;
  readonly contactEmail: string | null;
  /** The API as customers call it, with its path. */
  readonly apiUrl: string;
  /** The API as this process calls it. */
  readonly apiInternalUrl: string;
  /** For how many days an observation tells where a set stands at a retailer. */
  readonly retailStaleDays: number;
  readonly retailerNames: RetailerNames;
  /** Which networks webhooks may be sent to, beside the public internet: as for the process that sends them. */
  readonly webhookTargets: WebhookTargets;
  /** How long the proof by a sign-in link is fresh. */
  readonly linkFreshMs: number;
  /** The folder of the built page. */
  readonly pageDir: string;
  /** Port of the metrics; null when they are not served. */
  readonly metricsPort: number | null;
  readonly metricsHost: string;
}

/** Injection token of the frozen configuration. */
export const ACCOUNT_CONFIG = Symbol('AccountConfig');

/** Makes the configuration injectable everywhere. */
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

/** The environment as a frozen configuration. Throws one error that names every bad variable. */
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
