import { fileURLToPath } from 'node:url';
import { FRESH_MS } from '@brickmarket/identity';
import {
  EnvironmentReader,
  isLoopback,
  readLogConfig,
  readMetricsAddress,
  readRetailerNames,
} from '@brickmarket/service-runtime';
import { type DynamicModule, Global, Module } from '@nestjs/common';

/** Variables are described in apps/docs/reference/configuration.md. */
export type AccountConfig = ReturnType<typeof readConfig>;

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
export function readConfig(environment: NodeJS.ProcessEnv, isTerminal: boolean) {
  const read = new EnvironmentReader(environment);
  const port = read.get('ACCOUNT_PORT') ?? 3001;
  const own = read.get('DATABASE_ACCOUNT_URL');
  const owner = read.get('DATABASE_URL');
  if (own === null && owner === null)
    read.fault('DATABASE_ACCOUNT_URL', 'or DATABASE_URL is needed; "npm start" brings its own');
  const mail = readMail(read);
  const signUp = read.get('SIGN_UP');
  if (signUp === 'open' && mail === null)
    read.fault('SIGN_UP', 'can be open only with SMTP_URL: an address is proven by a mail to it');
  const apiUrl = read.get('API_URL') ?? 'http://127.0.0.1:3000/api/v1';
  const host = read.get('HOST');
  const url = read.get('ACCOUNT_URL') ?? `http://localhost:${port}/account`;
  const linkFreshMs = read.get('LINK_FRESH_MINUTES') * MINUTE_MS;
  if (linkFreshMs > FRESH_MS && !(isLoopback(host) && isLoopback(new URL(url).hostname)))
    read.fault('LINK_FRESH_MINUTES', 'can be more than 10 only where HOST and ACCOUNT_URL are this machine alone');
  const config = {
    host,
    port,
    url,
    linkFreshMs,
    databaseUrl: own ?? owner ?? '',
    isOwnerLogin: own === null,
    databaseDisk: read.get('DATABASE_DISK'),
    databasePoolSize: read.get('DATABASE_POOL_SIZE'),
    statementTimeoutMs: read.get('STATEMENT_TIMEOUT_MS') ?? 5_000,
    requestTimeoutMs: read.get('REQUEST_TIMEOUT_MS'),
    shutdownTimeoutMs: read.get('SHUTDOWN_TIMEOUT_MS'),
    trustedProxies: read.get('TRUSTED_PROXIES'),
    signUp,
    mail,
    contactEmail: read.get('CONTACT_EMAIL'),
    apiUrl,
    apiInternalUrl: read.get('API_INTERNAL_URL') ?? apiUrl,
    retailStaleDays: read.get('RETAIL_STALE_DAYS'),
    retailerNames: readRetailerNames(read),
    webhookTargets: read.get('WEBHOOK_TARGETS'),
    setPictures: read.get('SET_PICTURES'),
    pageDir: read.get('ACCOUNT_PAGE_DIR') ?? DEFAULT_PAGE_DIR,
    ...readLogConfig(read, isTerminal),
    ...readMetricsAddress(read, 'ACCOUNT_METRICS_PORT'),
  };
  read.refuseFaults();
  return Object.freeze(config);
}

function readMail(read: EnvironmentReader): { readonly smtpUrl: string; readonly from: string } | null {
  const smtpUrl = read.get('SMTP_URL');
  const from = read.get('MAIL_FROM') ?? '';
  if (smtpUrl === null) return null;
  if (from === '') read.fault('MAIL_FROM', 'is needed with SMTP_URL, like "Brickmarket <account@example.com>"');
  return { smtpUrl, from };
}
