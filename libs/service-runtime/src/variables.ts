import { readFileSync } from 'node:fs';
import { WEBHOOK_TARGETS } from '@brickmarket/alerts';

/** Fault as the rest of a sentence after the name; null: valid. */
type Rule = (value: string) => string | null;

export interface Variable {
  /** Default, in words where it depends on others. */
  readonly fallback: string;
  readonly rule?: Rule;
  /** `password`: a URL that may contain one. `all`: nothing of it may be shown. */
  readonly secret?: 'password' | 'all';
}

const wholeNumber =
  (min: number, max: number): Rule =>
  (value) =>
    /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max
      ? null
      : `must be a whole number from ${min} to ${max}`;

const oneOf =
  (...allowed: readonly string[]): Rule =>
  (value) =>
    allowed.includes(value) ? null : `must be one of ${allowed.join(', ')}`;

const shortText =
  (max: number): Rule =>
  (value) =>
    value.trim() === value && value.length <= max ? null : `must have at most ${max} letters, and no space at its ends`;

const POSTGRES_URL = 'postgres://user:password@host:5432/database';

function isUrl(text: string, protocol: RegExp): boolean {
  return URL.canParse(text) && protocol.test(new URL(text).protocol);
}

const postgresUrl: Rule = (value) => {
  if (!isUrl(value, /^postgres(ql)?:$/)) return `must be a URL like ${POSTGRES_URL}`;
  const { searchParams } = new URL(value);
  if (searchParams.has('roles') && !/^[a-z][a-z_]{1,30}$/.test(searchParams.get('roles')!))
    return 'must name roles by a prefix of small letters (?roles=shop)';
  const pooler = searchParams.get('pooler');
  return pooler === null || pooler === 'session'
    ? null
    : 'must name a pooler in session mode (?pooler=session): locks and prepared statements belong to a session, ' +
        'which a pooler in transaction mode gives to others';
};

const postgresUrls: Rule = (value) => {
  const urls = splitList(value);
  if (urls.some((url) => postgresUrl(url) !== null))
    return `must be URLs like ${POSTGRES_URL}, with a comma between them, and poolers in session mode`;
  return new Set(urls).size < urls.length ? 'must not name the same server twice' : null;
};

const webUrl: Rule = (value) =>
  isUrl(value, /^https?:$/) && !/[?#@]/.test(value) ? null : 'must be a URL like https://example.com/account';

const smtpUrl: Rule = (value) =>
  isUrl(value, /^smtps?:$/) ? null : 'must be a URL like smtps://user:password@mail.example.com';

const emailAddress: Rule = (value) =>
  /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value) ? null : 'must be an e-mail address like help@example.com';

const origins: Rule = (value) => {
  if (value.trim() === '*') return null;
  const bad = splitList(value).find((text) => !isWebOrigin(text));
  if (bad === undefined) return null;
  // A text with an @ may contain a password, which must not reach the log.
  const named = bad.includes('@') ? 'one with a user name' : JSON.stringify(bad);
  return `must be * or origins like https://app.example, without a path, with a comma between them: ${named} is none`;
};

/** Origin as browsers send it: scheme, lower-case host, port unless default. */
function isWebOrigin(text: string): boolean {
  return /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

export function splitList(value: string): readonly string[] {
  return value.split(',').map((part) => part.trim());
}

const PORT = wholeNumber(0, 65_535);
const TIMEOUT_MS = wholeNumber(100, 300_000);
const UNSENT_BYTES = wholeNumber(65_536, 999_999_999);

/** In the order of `config print`. One list, as processes share an environment: none may reject another's variable. */
export const VARIABLES: Readonly<Record<string, Variable>> = {
  DATABASE_URL: { fallback: 'the embedded PostgreSQL', rule: postgresUrl, secret: 'password' },
  DATABASE_API_URL: { fallback: '', rule: postgresUrl, secret: 'password' },
  DATABASE_ACCOUNT_URL: { fallback: '', rule: postgresUrl, secret: 'password' },
  DATABASE_DELIVER_URL: { fallback: '', rule: postgresUrl, secret: 'password' },
  DATABASE_REPLICA_URLS: { fallback: '', rule: postgresUrls, secret: 'password' },
  DATABASE_BACKUPS: { fallback: 'here', rule: oneOf('here', 'elsewhere') },
  DATABASE_DISK: { fallback: 'set by start for the embedded PostgreSQL' },
  DATABASE_POOL_SIZE: { fallback: '10', rule: wholeNumber(2, 200) },
  BRICKMARKET_DATA_DIR: { fallback: '.brickmarket in the checkout' },
  BRICKMARKET_DEMO: { fallback: 'on', rule: oneOf('on', 'off') },
  BRICKMARKET_DROP_DIR: { fallback: '' },
  BRICKMARKET_GRACE_DAYS: { fallback: '3', rule: wholeNumber(0, 999) },
  HOST: { fallback: '127.0.0.1' },
  PORT: { fallback: '3000', rule: PORT },
  PROCESSES: { fallback: '1', rule: wholeNumber(1, 64) },
  ACCOUNT_PORT: { fallback: 'PORT + 1, or 0 when PORT is 0', rule: PORT },
  ACCOUNT_URL: { fallback: 'http://localhost:ACCOUNT_PORT/account', rule: webUrl },
  ACCOUNT_PAGE_DIR: { fallback: 'the built page' },
  API_URL: { fallback: 'http://HOST:PORT/api/v1', rule: webUrl },
  API_INTERNAL_URL: { fallback: 'API_URL', rule: webUrl },
  LINK_FRESH_MINUTES: { fallback: '10', rule: wholeNumber(1, 1_440) },
  SIGN_UP: { fallback: 'invited', rule: oneOf('open', 'invited', 'off') },
  SMTP_URL: { fallback: '', rule: smtpUrl, secret: 'password' },
  MAIL_FROM: { fallback: '' },
  CONTACT_EMAIL: { fallback: '', rule: emailAddress },
  CORS_ORIGINS: { fallback: '', rule: origins },
  TRUSTED_PROXIES: { fallback: '0', rule: wholeNumber(0, 10) },
  WEBHOOK_TARGETS: { fallback: 'public', rule: oneOf(...WEBHOOK_TARGETS) },
  WEBHOOK_NAME_SERVERS: { fallback: 'those of the system' },
  RETAILER_A_NAME: { fallback: 'Retailer A', rule: shortText(60) },
  RETAILER_B_NAME: { fallback: 'Retailer B', rule: shortText(60) },
  RETAIL_STALE_DAYS: { fallback: '30', rule: wholeNumber(1, 3_650) },
  SNAPSHOT_FOLDER: { fallback: 'snapshots in BRICKMARKET_DATA_DIR, without DATABASE_URL' },
  SNAPSHOT_COST: { fallback: '100', rule: wholeNumber(1, 1_000_000) },
  VALUATION_SHARD_SALES: { fallback: '250000', rule: wholeNumber(1, 99_999_999) },
  WORKER_CHECK_MS: { fallback: '10000', rule: wholeNumber(10, 999_999) },
  WORKER_LEASE_MS: { fallback: '600000', rule: wholeNumber(1_000, 999_999) },
  MIGRATE_ON_START: { fallback: 'true', rule: oneOf('true', 'false') },
  EXTENSIONS: { fallback: '' },
  STATEMENT_TIMEOUT_MS: { fallback: '1500, account area 5000', rule: TIMEOUT_MS },
  REQUEST_TIMEOUT_MS: { fallback: '10000', rule: TIMEOUT_MS },
  ANSWER_TIMEOUT_MS: { fallback: '1800', rule: TIMEOUT_MS },
  SHUTDOWN_GRACE_MS: { fallback: '0', rule: wholeNumber(0, 300_000) },
  SHUTDOWN_TIMEOUT_MS: { fallback: '10000', rule: wholeNumber(0, 300_000) },
  MAX_IN_FLIGHT: { fallback: '256', rule: wholeNumber(1, 100_000) },
  MAX_CONNECTIONS: { fallback: '16000', rule: wholeNumber(1, 1_000_000) },
  MAX_UNSENT_BYTES: { fallback: '134217728', rule: UNSENT_BYTES },
  MAX_UNSENT_BYTES_PER_CONNECTION: { fallback: '8388608', rule: UNSENT_BYTES },
  MIN_READ_BYTES_PER_SECOND: { fallback: '16384', rule: wholeNumber(1, 999_999_999) },
  FAILED_AUTH_LIMIT: { fallback: '100', rule: wholeNumber(1, 1_000_000) },
  DOCUMENT_CACHE_MB: { fallback: '64', rule: wholeNumber(1, 100_000) },
  METRICS_PORT: { fallback: '', rule: PORT },
  ACCOUNT_METRICS_PORT: { fallback: '', rule: PORT },
  WORK_METRICS_PORT: { fallback: '', rule: PORT },
  DELIVER_METRICS_PORT: { fallback: '', rule: PORT },
  METRICS_HOST: { fallback: '127.0.0.1' },
  LOG_LEVEL: { fallback: 'info', rule: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent') },
  LOG_FORMAT: { fallback: 'pretty at a terminal, otherwise json', rule: oneOf('json', 'pretty') },
  LOG_REQUESTS: { fallback: 'off at a terminal, otherwise on', rule: oneOf('on', 'off') },
  LOG_ADDRESSES: { fallback: 'off', rule: oneOf('on', 'off') },
  BRICKMARKET_KEY: { fallback: '', secret: 'all' },
  BRICKMARKET_URL: { fallback: 'http://127.0.0.1:3000/api/v1' },
  MCP_PORT: { fallback: '', rule: PORT },
  MCP_HOST: { fallback: '127.0.0.1' },
  MCP_ALLOWED_HOSTS: { fallback: '' },
  MCP_METHOD_URL: { fallback: '/methodology at BRICKMARKET_URL' },
};

/** Reads secrets from files: `DATABASE_URL_FILE` for `DATABASE_URL`. Call first in a process. Throws one error. */
export function takeSecretsFromFiles(environment: NodeJS.ProcessEnv): void {
  const faults: string[] = [];
  for (const [name, { secret }] of Object.entries(VARIABLES)) {
    const file = environment[`${name}_FILE`];
    if (secret === undefined || file === undefined) continue;
    delete environment[`${name}_FILE`];
    if (file === '') continue;
    if (environment[name]) faults.push(`${name} and ${name}_FILE are both set: set one of them`);
    try {
      environment[name] = readFileSync(file, 'utf8').trim();
    } catch (error) {
      faults.push(`${name}_FILE names a file that cannot be read: ${(error as Error).message}`);
    }
  }
  if (faults.length > 0) throw new Error(`bad configuration:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
}

/** Empty for unknown names. */
export function defaultOf(name: string): string {
  return VARIABLES[name]?.fallback ?? '';
}

/** Fault as the rest of a sentence; null: valid. */
export function faultOf(name: string, value: string): string | null {
  return VARIABLES[name]?.rule?.(value) ?? null;
}

/** Misspelled names, then invalid values, for all processes. */
export function environmentFaults(environment: NodeJS.ProcessEnv): readonly string[] {
  const values = Object.keys(VARIABLES).flatMap((name) => {
    const value = environment[name];
    const fault = value === undefined || value === '' ? null : faultOf(name, value);
    return fault === null ? [] : [`${name} ${fault}`];
  });
  return [...misspeltVariables(environment), ...values];
}

/** Prefixes that only this service uses. */
const OUR_PREFIXES = ['BRICKMARKET_', 'DATABASE_'];
/** Shorter names are too common: `LOGLEVEL` and `APP_URL` belong to other programs. */
const SHORTEST_NEAR_MISS = 9;
/** From this length on, two wrong letters count as a misspelling. */
const LONG_NAME = 16;

/** One sentence per unknown variable that resembles a known one. */
export function misspeltVariables(environment: NodeJS.ProcessEnv): readonly string[] {
  return Object.entries(environment).flatMap(([name, value = '']) => {
    // An empty variable counts as unset.
    if (value === '' || Object.hasOwn(VARIABLES, name) || isServiceLink(name, value)) return [];
    const upper = name.toUpperCase();
    const [nearest, distance] = nearestVariable(upper);
    const isOurs = OUR_PREFIXES.some((prefix) => upper.startsWith(prefix));
    const isLongEnough = Math.min(name.length, nearest.length) >= SHORTEST_NEAR_MISS;
    const isNearMiss = isLongEnough && distance <= (nearest.length >= LONG_NAME ? 2 : 1);
    if (isNearMiss || (isOurs && distance <= nearest.length / 3))
      return [`${name} is not a variable of Brickmarket: did you mean ${nearest}?`];
    return isOurs ? [`${name} is not a variable of Brickmarket: "brickmarket config print" lists them`] : [];
  });
}

/** Kubernetes and Docker set such variables for a service named `database`. */
function isServiceLink(name: string, value: string): boolean {
  return (
    /_SERVICE_(HOST|PORT)(_\w+)?$/.test(name) ||
    /_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/.test(name) ||
    (name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value))
  );
}

function nearestVariable(name: string): readonly [name: string, distance: number] {
  let nearest: readonly [string, number] = ['', Infinity];
  for (const known of Object.keys(VARIABLES)) {
    // The difference in length is a lower bound of the distance.
    if (Math.abs(known.length - name.length) >= nearest[1]) continue;
    const distance = editDistance(name, known);
    if (distance < nearest[1]) nearest = [known, distance];
  }
  return nearest;
}

/** Counts insertions, deletions, replacements and swaps of neighbors. */
function editDistance(a: string, b: string): number {
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const isEqual = a[row - 1] === b[column - 1];
      let least = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (isEqual ? 0 : 1));
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        least = Math.min(least, beforeLast[column - 2]! + 1);
      current.push(least);
    }
    [beforeLast, last] = [last, current];
  }
  return last[b.length]!;
}

/** Hides passwords and keys. */
export function maskSecret(name: string, value: string): string {
  const secret = VARIABLES[name]?.secret;
  if (secret === undefined) return value;
  // An invalid URL may contain a password anywhere.
  return secret === 'all' || faultOf(name, value) !== null ? MASK : splitList(value).map(maskPassword).join(',');
}

const MASK = '***';

function maskPassword(text: string): string {
  const url = new URL(text);
  if (url.password !== '') url.password = MASK;
  // PostgreSQL takes passwords as parameters too.
  for (const parameter of [...url.searchParams.keys()])
    if (/pass/i.test(parameter)) url.searchParams.set(parameter, MASK);
  return url.href;
}
