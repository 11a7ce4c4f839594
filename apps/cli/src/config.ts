import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { WebhookTargets } from '@brickmarket/alerts';
import { InvalidInputError, type RetailerNames } from '@brickmarket/domain';
import {
  EnvironmentReader,
  type LogConfig,
  type MetricsAddress,
  readLogConfig,
  readMetricsAddress,
} from '@brickmarket/service-runtime/environment';
import { environmentFaults } from '@brickmarket/service-runtime/variables';

/** What the environment tells the command line. */
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
  /** What imported files may call the retailers, beside `retailer_a` and `retailer_b`. */
  readonly retailerNames: Partial<RetailerNames>;
  /** Whether a PostgreSQL of the operator's own is backed up by other means than `db backup`. */
  readonly isBackedUpElsewhere: boolean;
  /** Replicas of it that the API reads from. */
  readonly databaseReplicaUrls: readonly string[];
  /** A folder on the disk of a database of the operator's own; null when it is not named. */
  readonly databaseDisk: string | null;
  /** Where `work` puts snapshots of the catalogue, and the API finds them; null: none are made. */
  readonly snapshotFolder: string | null;
  /** How often a worker looks for jobs of workers that have died. */
  readonly workerCheckMs: number;
  /** For how long a worker keeps its jobs that does not show any more that it lives. */
  readonly workerLeaseMs: number;
  /** What `work` and `deliver` write to their log. */
  readonly log: Pick<LogConfig, 'logLevel' | 'logFormat'>;
  /** Where they serve their metrics; a null port: nowhere. */
  readonly workMetrics: MetricsAddress;
  readonly deliverMetrics: MetricsAddress;
  readonly host: string;
  readonly port: string;
  /** Where the account area listens, as given. */
  readonly accountPort: string;
  /** Where people open the account area; null: by the name localhost at its port. */
  readonly accountUrl: string | null;
  /** Whether the API runs in several processes. */
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

/** Where the embedded PostgreSQL keeps its data when nothing else is said. */
export const DEFAULT_DATA_DIR = `${CHECKOUT}.brickmarket`;

/** The configuration of this process, read when it is needed, so that `--help` works whatever the environment. */
export function cliConfig(): CliConfig {
  return readCliConfig(process.env);
}

/**
 * Reads and freezes the configuration. An empty variable counts as unset. Throws InvalidInputError naming every fault,
 * also of variables that only the processes read which `start` starts with this environment.
 */
export function readCliConfig(environment: NodeJS.ProcessEnv): CliConfig {
  const faults = [...environmentFaults(environment)];
  const text = (name: string): string | null => environment[name] || null;
  const number = (name: string): number | undefined => {
    const given = text(name);
    return given === null ? undefined : Number(given);
  };
  const read = new EnvironmentReader(environment);
  const [smtpUrl, from] = [text('SMTP_URL'), text('MAIL_FROM')];
  if (smtpUrl !== null && from === null) faults.push('MAIL_FROM is needed with SMTP_URL');
  if (faults.length > 0) throw new InvalidInputError(faults.join('\n'));
  const port = text('PORT') ?? '3000';
  const dataDir = text('BRICKMARKET_DATA_DIR') ?? DEFAULT_DATA_DIR;
  const config: CliConfig = {
    databaseUrl: text('DATABASE_URL'),
    databaseApiUrl: text('DATABASE_API_URL'),
    databaseAccountUrl: text('DATABASE_ACCOUNT_URL'),
    databaseDeliverUrl: text('DATABASE_DELIVER_URL'),
    isBackedUpElsewhere: text('DATABASE_BACKUPS') === 'elsewhere',
    databaseReplicaUrls: read.list('DATABASE_REPLICA_URLS'),
    databaseDisk: text('DATABASE_DISK'),
    dataDir,
    isDemoWanted: (text('BRICKMARKET_DEMO') ?? 'on') === 'on',
    dropDir: text('BRICKMARKET_DROP_DIR'),
    graceDays: number('BRICKMARKET_GRACE_DAYS'),
    retailStaleDays: number('RETAIL_STALE_DAYS'),
    shardSales: number('VALUATION_SHARD_SALES'),
    retailerNames: {
      ...(text('RETAILER_A_NAME') !== null && { retailer_a: text('RETAILER_A_NAME')! }),
      ...(text('RETAILER_B_NAME') !== null && { retailer_b: text('RETAILER_B_NAME')! }),
    },
    // A server of its own is shared by machines, which need a folder that they share too.
    snapshotFolder: text('SNAPSHOT_FOLDER') ?? (text('DATABASE_URL') === null ? join(dataDir, 'snapshots') : null),
    workerCheckMs: number('WORKER_CHECK_MS') ?? 10_000,
    workerLeaseMs: number('WORKER_LEASE_MS') ?? 30_000,
    log: readLogConfig(read, process.stdout.isTTY),
    workMetrics: readMetricsAddress(read, 'WORK_METRICS_PORT'),
    deliverMetrics: readMetricsAddress(read, 'DELIVER_METRICS_PORT'),
    host: text('HOST') ?? '127.0.0.1',
    port,
    // Whoever lets the API take a free port runs several services side by side.
    accountPort: text('ACCOUNT_PORT') ?? (port === '0' ? '0' : String(Number(port) + 1)),
    accountUrl: text('ACCOUNT_URL')?.replace(/\/+$/, '') ?? null,
    hasSeveralProcesses: (text('PROCESSES') ?? '1') !== '1',
    webhookTargets: (text('WEBHOOK_TARGETS') as WebhookTargets | null) ?? 'public',
    webhookNameServers: text('WEBHOOK_NAME_SERVERS')?.split(',') ?? [],
    mail: smtpUrl === null ? null : { smtpUrl, from: from ?? '' },
  };
  return Object.freeze(config);
}

/** Where people open the account area. By name: passkeys do not work on a bare address. */
export function accountUrlAt(port: string): string {
  return cliConfig().accountUrl ?? `http://localhost:${port}/account`;
}
