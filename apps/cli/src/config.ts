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

export interface CliConfig {
  /** URL of the schema's owner on an own PostgreSQL; null: embedded. */
  readonly databaseUrl: string | null;
  /** URL of the role `brickmarket_api`; null: the owner switches to it. */
  readonly databaseApiUrl: string | null;
  /** URL of the role `brickmarket_account`; null: the owner switches to it. */
  readonly databaseAccountUrl: string | null;
  /** URL of the role `brickmarket_deliver`; null: the owner switches to it. */
  readonly databaseDeliverUrl: string | null;
  /** Contains the embedded PostgreSQL, its passwords and the demo key. */
  readonly dataDir: string;
  /** Loads a demo market into an empty embedded database and updates it. */
  readonly isDemoWanted: boolean;
  /** Import folder of `work`; null: none. */
  readonly dropDir: string | null;
  /** Wait for late sales after a month's end, in days. */
  readonly graceDays: number | undefined;
  /** Days after which a retail price is stale. */
  readonly retailStaleDays: number | undefined;
  /** Approximate sales per shard of a large market. */
  readonly shardSales: number | undefined;
  /** Names besides `retailer_a` and `retailer_b`. */
  readonly retailerNames: Partial<RetailerNames>;
  /** The own PostgreSQL is backed up by other means. */
  readonly isBackedUpElsewhere: boolean;
  readonly databaseReplicaUrls: readonly string[];
  /** Folder on the disk of an own PostgreSQL. */
  readonly databaseDisk: string | null;
  /** Shared catalog snapshots; null: none. */
  readonly snapshotFolder: string | null;
  /** Interval for finding dead workers. */
  readonly workerCheckMs: number;
  /** For how long a worker that hangs keeps its jobs. */
  readonly workerLeaseMs: number;
  readonly log: Pick<LogConfig, 'logLevel' | 'logFormat'>;
  readonly workMetrics: MetricsAddress;
  readonly deliverMetrics: MetricsAddress;
  readonly host: string;
  readonly port: string;
  readonly accountPort: string;
  /** Null: localhost at its port. */
  readonly accountUrl: string | null;
  readonly hasSeveralProcesses: boolean;
  /** Allowed networks besides the public internet. */
  readonly webhookTargets: WebhookTargets;
  /** Resolvers for webhook hosts; empty: the system's. */
  readonly webhookNameServers: readonly string[];
  /** Null: no mail is sent. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | null;
}

/** Checkout of the build; images contain no sources there. */
export const CHECKOUT = fileURLToPath(new URL('../../../', import.meta.url));

export const DEFAULT_DATA_DIR = `${CHECKOUT}.brickmarket`;

export function cliConfig(): CliConfig {
  return readCliConfig(process.env);
}

/** Empty variables count as unset. InvalidInputError names every fault, also of started processes. */
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
    // Machines that share a PostgreSQL need an explicit shared folder.
    snapshotFolder: text('SNAPSHOT_FOLDER') ?? (text('DATABASE_URL') === null ? join(dataDir, 'snapshots') : null),
    workerCheckMs: number('WORKER_CHECK_MS') ?? 10_000,
    workerLeaseMs: number('WORKER_LEASE_MS') ?? 600_000,
    log: readLogConfig(read, process.stdout.isTTY),
    workMetrics: readMetricsAddress(read, 'WORK_METRICS_PORT'),
    deliverMetrics: readMetricsAddress(read, 'DELIVER_METRICS_PORT'),
    host: text('HOST') ?? '127.0.0.1',
    port,
    // A random API port means several services, so both are random.
    accountPort: text('ACCOUNT_PORT') ?? (port === '0' ? '0' : String(Number(port) + 1)),
    accountUrl: text('ACCOUNT_URL')?.replace(/\/+$/, '') ?? null,
    hasSeveralProcesses: (text('PROCESSES') ?? '1') !== '1',
    webhookTargets: (text('WEBHOOK_TARGETS') as WebhookTargets | null) ?? 'public',
    webhookNameServers: text('WEBHOOK_NAME_SERVERS')?.split(',') ?? [],
    mail: smtpUrl === null ? null : { smtpUrl, from: from ?? '' },
  };
  return Object.freeze(config);
}

/** By host name: passkeys do not work on IP addresses. */
export function accountUrlAt(port: string): string {
  return cliConfig().accountUrl ?? `http://localhost:${port}/account`;
}
