import { readFileSync } from 'node:fs';
import { WEBHOOK_TARGETS } from '@brickmarket/alerts';
import { z } from 'zod';

declare module 'zod' {
  interface GlobalMeta {
    /** Default, in words where it depends on others. */
    readonly fallback?: string;
    /** `password`: a URL that may contain one. `all`: nothing of it may be shown. */
    readonly secret?: 'password' | 'all';
  }
}

const wholeNumber = (min: number, max: number) => {
  const isWithin = (value: string): boolean => /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max;
  return z.string().refine(isWithin, `must be a whole number from ${min} to ${max}`).transform(Number);
};

const oneOf = <const Allowed extends string>(...allowed: readonly Allowed[]) =>
  z.enum(allowed as readonly [Allowed, ...Allowed[]], `must be one of ${allowed.join(', ')}`);

const shortText = (max: number) =>
  z
    .string()
    .refine(
      (value) => value.trim() === value && value.length <= max,
      `must have at most ${max} letters, and no space at its ends`,
    );

const POSTGRES_URL = 'postgres://user:password@host:5432/database';

const postgresUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: `must be a URL like ${POSTGRES_URL}`, abort: true })
  .refine((value) => /^([a-z][a-z_]{1,30})?$/.test(new URL(value).searchParams.get('roles') ?? ''), {
    error: 'must name roles by a prefix of small letters (?roles=shop)',
    abort: true,
  })
  .refine((value) => (new URL(value).searchParams.get('pooler') ?? 'session') === 'session', {
    error:
      'must name a pooler in session mode (?pooler=session): locks and prepared statements belong to a session, ' +
      'which a pooler in transaction mode gives to others',
  });

const postgresUrls = z
  .string()
  .transform(splitList)
  .refine((urls) => urls.every((url) => postgresUrl.safeParse(url).success), {
    error: `must be URLs like ${POSTGRES_URL}, with a comma between them, and poolers in session mode`,
    abort: true,
  })
  .refine((urls) => new Set(urls).size === urls.length, 'must not name the same server twice');

const webUrl = z
  .url({ protocol: /^https?$/, error: 'must be a URL like https://example.com/account', abort: true })
  .refine((value) => !/[?#@]/.test(value), 'must be a URL like https://example.com/account')
  .transform((value) => value.replace(/\/+$/, ''));

const smtpUrl = z.url({ protocol: /^smtps?$/, error: 'must be a URL like smtps://user:password@mail.example.com' });

const emailAddress = z
  .string()
  .regex(/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/, 'must be an e-mail address like help@example.com');

const origins = z
  .string()
  .transform(splitList)
  .refine((texts) => texts.join() === '*' || texts.every(isWebOrigin), {
    error: ({ input }) => {
      const bad = (input as readonly string[]).find((text) => !isWebOrigin(text))!;
      // A text with an @ may contain a password, which must not reach the log.
      const named = bad.includes('@') ? 'one with a user name' : JSON.stringify(bad);
      return (
        'must be * or origins like https://app.example, without a path, with a comma between them: ' +
        `${named} is none`
      );
    },
  })
  .transform((texts) => (texts.join() === '*' ? ('*' as const) : texts));

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

const withDefault = <Schema extends z.ZodType<unknown, string>>(schema: Schema, fallback: string) =>
  z.prefault(schema, fallback as never).meta({ fallback });

/** Default in words: it depends on the process. */
const optional = <Schema extends z.ZodType<unknown, string>>(schema: Schema, fallback = '') =>
  schema.optional().meta({ fallback });

const login = <Schema extends z.ZodType<unknown, string>>(schema: Schema, fallback = '') =>
  schema.optional().meta({ fallback, secret: 'password' });

/** In the order of `config print`. One list, as processes share an environment: none may reject another's variable. */
export const VARIABLES = {
  DATABASE_URL: login(postgresUrl, 'the embedded PostgreSQL'),
  DATABASE_API_URL: login(postgresUrl),
  DATABASE_ACCOUNT_URL: login(postgresUrl),
  DATABASE_DELIVER_URL: login(postgresUrl),
  DATABASE_REPLICA_URLS: login(postgresUrls),
  DATABASE_BACKUPS: withDefault(oneOf('here', 'elsewhere'), 'here'),
  DATABASE_DISK: optional(z.string(), 'set by start for the embedded PostgreSQL'),
  DATABASE_POOL_SIZE: withDefault(wholeNumber(2, 200), '10'),
  BRICKMARKET_DATA_DIR: optional(z.string(), '.brickmarket in the checkout'),
  BRICKMARKET_DEMO: withDefault(oneOf('on', 'off'), 'on'),
  BRICKMARKET_IMPORT_DIR: optional(z.string()),
  BRICKMARKET_GRACE_DAYS: withDefault(wholeNumber(0, 999), '3'),
  HOST: withDefault(z.string(), '127.0.0.1'),
  PORT: withDefault(PORT, '3000'),
  PROCESSES: optional(wholeNumber(1, 64), '1'),
  ACCOUNT_PORT: optional(PORT, 'PORT + 1, or 0 when PORT is 0'),
  ACCOUNT_URL: optional(webUrl, 'http://localhost:ACCOUNT_PORT/account'),
  ACCOUNT_PAGE_DIR: optional(z.string(), 'the built page'),
  API_URL: optional(webUrl, 'http://HOST:PORT/api/v1'),
  API_INTERNAL_URL: optional(webUrl, 'API_URL'),
  LINK_FRESH_MINUTES: withDefault(wholeNumber(1, 1_440), '10'),
  SIGN_UP: withDefault(oneOf('open', 'invited', 'off'), 'invited'),
  SMTP_URL: login(smtpUrl),
  MAIL_FROM: optional(z.string()),
  CONTACT_EMAIL: optional(emailAddress),
  CORS_ORIGINS: optional(origins),
  TRUSTED_PROXIES: withDefault(wholeNumber(0, 10), '0'),
  WEBHOOK_TARGETS: withDefault(oneOf(...WEBHOOK_TARGETS), 'public'),
  WEBHOOK_NAME_SERVERS: optional(z.string(), 'those of the system'),
  SET_PICTURES: withDefault(oneOf('off', ...WEBHOOK_TARGETS), 'public'),
  RETAILER_A_NAME: optional(shortText(60), 'Retailer A'),
  RETAILER_B_NAME: optional(shortText(60), 'Retailer B'),
  RETAIL_STALE_DAYS: withDefault(wholeNumber(1, 3_650), '30'),
  UNDO_DAYS: withDefault(wholeNumber(1, 3_650), '90'),
  RETAIL_DETAIL_DAYS: withDefault(wholeNumber(30, 9_999), '730'),
  ROUTE_USAGE_DAYS: withDefault(wholeNumber(31, 3_650), '35'),
  SNAPSHOT_FOLDER: optional(z.string(), 'snapshots in BRICKMARKET_DATA_DIR, without DATABASE_URL'),
  SNAPSHOT_COST: withDefault(wholeNumber(1, 1_000_000), '100'),
  VALUATION_SHARD_SALES: withDefault(wholeNumber(1, 99_999_999), '250000'),
  WORKER_CHECK_MS: withDefault(wholeNumber(10, 999_999), '10000'),
  WORKER_LEASE_MS: withDefault(wholeNumber(1_000, 999_999), '600000'),
  MIGRATE_ON_START: withDefault(oneOf('true', 'false'), 'true'),
  EXTENSIONS: optional(z.string()),
  STATEMENT_TIMEOUT_MS: optional(TIMEOUT_MS, '1500, account area 5000'),
  REQUEST_TIMEOUT_MS: withDefault(TIMEOUT_MS, '10000'),
  RESPONSE_TIMEOUT_MS: withDefault(TIMEOUT_MS, '1800'),
  SHUTDOWN_GRACE_MS: withDefault(wholeNumber(0, 300_000), '0'),
  SHUTDOWN_TIMEOUT_MS: withDefault(wholeNumber(0, 300_000), '10000'),
  MAX_IN_FLIGHT: withDefault(wholeNumber(1, 100_000), '256'),
  MAX_CONNECTIONS: withDefault(wholeNumber(1, 1_000_000), '16000'),
  MAX_UNSENT_BYTES: withDefault(UNSENT_BYTES, '134217728'),
  MAX_UNSENT_BYTES_PER_CONNECTION: withDefault(UNSENT_BYTES, '8388608'),
  MIN_READ_BYTES_PER_SECOND: withDefault(wholeNumber(1, 999_999_999), '16384'),
  FAILED_AUTH_LIMIT: withDefault(wholeNumber(1, 1_000_000), '100'),
  DOCUMENT_CACHE_MB: withDefault(wholeNumber(1, 100_000), '64'),
  METRICS_PORT: optional(PORT),
  ACCOUNT_METRICS_PORT: optional(PORT),
  WORK_METRICS_PORT: optional(PORT),
  DELIVER_METRICS_PORT: optional(PORT),
  METRICS_HOST: withDefault(z.string(), '127.0.0.1'),
  LOG_LEVEL: withDefault(oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent'), 'info'),
  LOG_FORMAT: optional(oneOf('json', 'pretty'), 'pretty at a terminal, otherwise json'),
  LOG_REQUESTS: optional(oneOf('on', 'off'), 'off at a terminal, otherwise on'),
  LOG_ADDRESSES: withDefault(oneOf('on', 'off'), 'off'),
  BRICKMARKET_KEY: z.string().optional().meta({ secret: 'all' }),
  BRICKMARKET_URL: optional(z.string(), 'http://127.0.0.1:3000/api/v1'),
  MCP_PORT: optional(PORT),
  MCP_HOST: withDefault(z.string(), '127.0.0.1'),
  MCP_ALLOWED_HOSTS: optional(z.string()),
  MCP_METHOD_URL: optional(z.string(), '/methodology at BRICKMARKET_URL'),
};

export type VariableName = keyof typeof VARIABLES;

const NAMES = Object.keys(VARIABLES) as readonly VariableName[];

/** Work as before. Without a current name, the former one is read. */
const FORMER_NAMES: Partial<Record<VariableName, string>> = {
  BRICKMARKET_IMPORT_DIR: 'BRICKMARKET_DROP_DIR',
  RESPONSE_TIMEOUT_MS: 'ANSWER_TIMEOUT_MS',
};

/** Undefined: not set, or empty. */
export function givenValue(environment: NodeJS.ProcessEnv, name: VariableName): string | undefined {
  return environment[name] || environment[FORMER_NAMES[name] ?? name] || undefined;
}

/** Reads secrets from files: `DATABASE_URL_FILE` for `DATABASE_URL`. Call first in a process. Throws one error. */
export function takeSecretsFromFiles(environment: NodeJS.ProcessEnv): void {
  const faults: string[] = [];
  for (const name of NAMES) {
    const file = environment[`${name}_FILE`];
    if (metaOf(name).secret === undefined || file === undefined) continue;
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
export function fallbackOf(name: string): string {
  return metaOf(name).fallback ?? '';
}

/** Fault as the rest of a sentence; null: valid, or unset as an empty text is. */
export function faultOf(name: string, value: string | undefined): string | null {
  const { error } = schemaOf(name)?.safeParse(value || undefined) ?? {};
  return error?.issues[0]!.message ?? null;
}

function schemaOf(name: string): z.ZodType | undefined {
  return Object.hasOwn(VARIABLES, name) ? VARIABLES[name as VariableName] : undefined;
}

function metaOf(name: string): z.GlobalMeta {
  return schemaOf(name)?.meta() ?? {};
}

/** Misspelled names, then invalid values, for all processes. */
export function environmentFaults(environment: NodeJS.ProcessEnv): readonly string[] {
  const values = NAMES.flatMap((name) => {
    const fault = faultOf(name, givenValue(environment, name));
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
    const isKnown = Object.hasOwn(VARIABLES, name) || Object.values(FORMER_NAMES).includes(name);
    if (value === '' || isKnown || isServiceLink(name, value)) return [];
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
  for (const known of NAMES) {
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
  const { secret } = metaOf(name);
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
