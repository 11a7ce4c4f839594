import { fileURLToPath } from 'node:url';
import { WEBHOOK_TARGETS, type WebhookTargets } from '@brickmarket/alerts';
import { InvalidInputError } from '@brickmarket/domain';

/** What the environment tells the command line. The variables of the API are validated by the API itself. */
export interface CliConfig {
  /** Login of the schema's owner at a PostgreSQL of your own; null: the embedded one. */
  readonly databaseUrl: string | null;
  /** Login of the role `brickmarket_api` there; null: the owner's login takes on that role. */
  readonly databaseApiUrl: string | null;
  /** Login of the role `brickmarket_account` there; null: the owner's login takes on that role. */
  readonly databaseAccountUrl: string | null;
  /** Login of the role `brickmarket_deliver` there; null: the owner's login takes on that role. */
  readonly databaseDeliverUrl: string | null;
  /** Folder of the embedded PostgreSQL, its passwords and the demo key. */
  readonly dataDir: string;
  /** Whether a demo market is loaded into an empty embedded database and kept up to date. */
  readonly isDemoWanted: boolean;
  /** Folder from which `work` imports files; null: none. */
  readonly dropDir: string | null;
  /** Days after the end of a month that late sales are waited for; undefined: the default of the valuation. */
  readonly graceDays: number | undefined;
  /** Days after which a retail price counts as stale; undefined: the default of the valuation. */
  readonly retailStaleDays: number | undefined;
  /** About how many sales a worker values at a time in a large market; undefined: the default of the valuation. */
  readonly shardSales: number | undefined;
  /** How often a worker looks for jobs of workers that have died. */
  readonly workerCheckMs: number;
  readonly host: string;
  /** As given: the API refuses what is no port, together with its other faults. */
  readonly port: string;
  /** Where the account area listens, as given. */
  readonly accountPort: string;
  /** Where people open the account area; null: by the name localhost at its port. */
  readonly accountUrl: string | null;
  /** Whether the API runs in several processes. Their number is validated by the API. */
  readonly hasSeveralProcesses: boolean;
  /** Which networks webhooks may be sent to, beside the public internet. */
  readonly webhookTargets: WebhookTargets;
  /** Name servers that webhook addresses are looked up at; empty: those of the system. */
  readonly webhookNameServers: readonly string[];
  /** Null: no mail is sent. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | null;
}

/** The checkout that this program was built in; in an image there are no sources there. */
export const CHECKOUT = fileURLToPath(new URL('../../../', import.meta.url));

/** The configuration of this process, read when it is needed, so that `--help` works whatever the environment. */
export function cliConfig(): CliConfig {
  return readCliConfig(process.env);
}

/**
 * Reads and freezes the configuration. An empty variable counts as unset. Throws InvalidInputError naming every fault.
 */
export function readCliConfig(environment: NodeJS.ProcessEnv): CliConfig {
  const faults: string[] = [];
  const text = (name: string): string | null => environment[name] || null;
  const days = (name: string, least: number): number | undefined => {
    const given = text(name);
    if (given === null) return undefined;
    if (!/^\d{1,3}$/.test(given)) faults.push(`${name} must be a whole number of days`);
    else if (Number(given) < least) faults.push(`${name} must be at least ${least}`);
    return Number(given);
  };
  const shardSales = text('VALUATION_SHARD_SALES');
  if (shardSales !== null && !/^[1-9]\d{0,7}$/.test(shardSales))
    faults.push('VALUATION_SHARD_SALES must be a whole number from 1 to 99999999');
  const workerCheck = text('WORKER_CHECK_MS') ?? '10000';
  if (!/^\d{2,6}$/.test(workerCheck))
    faults.push('WORKER_CHECK_MS must be a whole number of milliseconds, at least 10');
  const databaseUrl = text('DATABASE_URL');
  if (databaseUrl !== null && !isPostgresUrl(databaseUrl))
    faults.push('DATABASE_URL must be a URL like postgres://user:password@host:5432/database');
  const demo = text('BRICKMARKET_DEMO') ?? 'on';
  if (demo !== 'on' && demo !== 'off') faults.push('BRICKMARKET_DEMO must be on or off');
  const targets = text('WEBHOOK_TARGETS') ?? 'public';
  if (!(WEBHOOK_TARGETS as readonly string[]).includes(targets))
    faults.push(`WEBHOOK_TARGETS must be one of ${WEBHOOK_TARGETS.join(', ')}`);
  const [smtpUrl, from] = [text('SMTP_URL'), text('MAIL_FROM')];
  if (smtpUrl !== null && (!URL.canParse(smtpUrl) || !/^smtps?:$/.test(new URL(smtpUrl).protocol)))
    faults.push('SMTP_URL must be a URL like smtps://user:password@mail.example.com');
  if (smtpUrl !== null && from === null) faults.push('MAIL_FROM is needed with SMTP_URL');
  const config: CliConfig = {
    databaseUrl,
    databaseApiUrl: text('DATABASE_API_URL'),
    databaseAccountUrl: text('DATABASE_ACCOUNT_URL'),
    databaseDeliverUrl: text('DATABASE_DELIVER_URL'),
    dataDir: text('BRICKMARKET_DATA_DIR') ?? `${CHECKOUT}.brickmarket`,
    isDemoWanted: demo === 'on',
    dropDir: text('BRICKMARKET_DROP_DIR'),
    graceDays: days('BRICKMARKET_GRACE_DAYS', 0),
    retailStaleDays: days('RETAIL_STALE_DAYS', 1),
    shardSales: shardSales === null ? undefined : Number(shardSales),
    workerCheckMs: Number(workerCheck),
    host: text('HOST') ?? '127.0.0.1',
    port: text('PORT') ?? '3000',
    // Whoever lets the API take a free port runs several services side by side.
    accountPort: text('ACCOUNT_PORT') ?? (text('PORT') === '0' ? '0' : '3001'),
    accountUrl: text('ACCOUNT_URL')?.replace(/\/+$/, '') ?? null,
    hasSeveralProcesses: (text('PROCESSES') ?? '1') !== '1',
    webhookTargets: targets as WebhookTargets,
    webhookNameServers: text('WEBHOOK_NAME_SERVERS')?.split(',') ?? [],
    mail: smtpUrl === null ? null : { smtpUrl, from: from ?? '' },
  };
  if (faults.length > 0) throw new InvalidInputError(faults.join('\n'));
  return Object.freeze(config);
}

/** Where people open the account area. By name: passkeys do not work on a bare address. */
export function accountUrlAt(port: string): string {
  return cliConfig().accountUrl ?? `http://localhost:${port}/account`;
}

function isPostgresUrl(text: string): boolean {
  return URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol);
}
