import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InvalidInputError } from '@brickmarket/domain';
import { EnvironmentReader, readLogConfig, readMetricsAddress } from '@brickmarket/service-runtime/environment';
import { environmentFaults } from '@brickmarket/service-runtime/variables';

/** Variables are described in apps/docs/reference/configuration.md. */
export type CliConfig = ReturnType<typeof readCliConfig>;

/** Checkout of the build; images contain no sources there. */
export const CHECKOUT = fileURLToPath(new URL('../../../', import.meta.url));

export const DEFAULT_DATA_DIR = `${CHECKOUT}.brickmarket`;

export function cliConfig(): CliConfig {
  return readCliConfig(process.env);
}

/** Empty variables count as unset. InvalidInputError names every fault, also of started processes. */
export function readCliConfig(environment: NodeJS.ProcessEnv) {
  const faults = [...environmentFaults(environment)];
  if (environment['SMTP_URL'] && !environment['MAIL_FROM']) faults.push('MAIL_FROM is needed with SMTP_URL');
  if (faults.length > 0) throw new InvalidInputError(faults.join('\n'));
  const read = new EnvironmentReader(environment);
  const databaseUrl = read.get('DATABASE_URL');
  const dataDir = read.get('BRICKMARKET_DATA_DIR') ?? DEFAULT_DATA_DIR;
  const [retailerA, retailerB] = [read.get('RETAILER_A_NAME'), read.get('RETAILER_B_NAME')];
  const smtpUrl = read.get('SMTP_URL');
  const port = read.get('PORT');
  return Object.freeze({
    databaseUrl,
    databaseApiUrl: read.get('DATABASE_API_URL'),
    databaseAccountUrl: read.get('DATABASE_ACCOUNT_URL'),
    databaseDeliverUrl: read.get('DATABASE_DELIVER_URL'),
    isBackedUpElsewhere: read.get('DATABASE_BACKUPS') === 'elsewhere',
    databaseReplicaUrls: read.get('DATABASE_REPLICA_URLS') ?? [],
    databaseDisk: read.get('DATABASE_DISK'),
    dataDir,
    isDemoWanted: read.get('BRICKMARKET_DEMO') === 'on',
    importDir: read.get('BRICKMARKET_IMPORT_DIR'),
    // Undefined: the default of the valuation.
    graceDays: environment['BRICKMARKET_GRACE_DAYS'] ? read.get('BRICKMARKET_GRACE_DAYS') : undefined,
    retailStaleDays: environment['RETAIL_STALE_DAYS'] ? read.get('RETAIL_STALE_DAYS') : undefined,
    shardSales: environment['VALUATION_SHARD_SALES'] ? read.get('VALUATION_SHARD_SALES') : undefined,
    retention: {
      undoDays: read.get('UNDO_DAYS'),
      retailDetailDays: read.get('RETAIL_DETAIL_DAYS'),
      routeUsageDays: read.get('ROUTE_USAGE_DAYS'),
    },
    retailerNames: {
      ...(retailerA !== null && { retailer_a: retailerA }),
      ...(retailerB !== null && { retailer_b: retailerB }),
    },
    // Machines that share a PostgreSQL need an explicit shared folder.
    snapshotFolder: read.get('SNAPSHOT_FOLDER') ?? (databaseUrl === null ? join(dataDir, 'snapshots') : null),
    workerCheckMs: read.get('WORKER_CHECK_MS'),
    workerLeaseMs: read.get('WORKER_LEASE_MS'),
    log: readLogConfig(read, process.stdout.isTTY),
    workMetrics: readMetricsAddress(read, 'WORK_METRICS_PORT'),
    deliverMetrics: readMetricsAddress(read, 'DELIVER_METRICS_PORT'),
    host: read.get('HOST'),
    port: String(port),
    // A random API port means several services, so both are random.
    accountPort: String(read.get('ACCOUNT_PORT') ?? (port === 0 ? 0 : port + 1)),
    accountUrl: read.get('ACCOUNT_URL'),
    hasSeveralProcesses: (read.get('PROCESSES') ?? 1) > 1,
    webhookTargets: read.get('WEBHOOK_TARGETS'),
    webhookNameServers: read.get('WEBHOOK_NAME_SERVERS')?.split(',') ?? [],
    mail: smtpUrl === null ? null : { smtpUrl, from: read.get('MAIL_FROM') ?? '' },
  });
}

/** By host name: passkeys do not work on IP addresses. */
export function accountUrlAt(port: string): string {
  return cliConfig().accountUrl ?? `http://localhost:${port}/account`;
}
