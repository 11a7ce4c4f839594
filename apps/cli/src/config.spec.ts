import { InvalidInputError } from '@brickmarket/domain';
import { readCliConfig } from './config.ts';

it.each([
  [{ PORT: '4000' }, '4001'],
  [{ PORT: '4000', ACCOUNT_PORT: '5000' }, '5000'],
  [{ PORT: '0' }, '0'],
])('puts the account area on the port after the API, unless one is given: %j', (environment, accountPort) => {
  expect(readCliConfig(environment)).toMatchObject({ accountPort });
});

it('uses the embedded PostgreSQL, the demo and ports 3000 and 3001 on loopback when nothing is set', () => {
  expect(readCliConfig({ DATABASE_URL: '', PORT: '', BRICKMARKET_DEMO: '' })).toEqual({
    databaseUrl: null,
    databaseApiUrl: null,
    databaseAccountUrl: null,
    databaseDeliverUrl: null,
    dataDir: expect.stringMatching(/\/\.brickmarket$/) as unknown,
    isDemoWanted: true,
    importDir: null,
    graceDays: undefined,
    retailStaleDays: undefined,
    retention: { undoDays: 90, retailDetailDays: 730, routeUsageDays: 35 },
    retailerNames: {},
    databaseDisk: null,
    databaseReplicaUrls: [],
    isBackedUpElsewhere: false,
    shardSales: undefined,
    snapshotFolder: expect.stringMatching(/\/\.brickmarket\/snapshots$/) as unknown,
    host: '127.0.0.1',
    port: '3000',
    accountPort: '3001',
    accountUrl: null,
    hasSeveralProcesses: false,
    webhookTargets: 'public',
    workerCheckMs: 10_000,
    workerLeaseMs: 600_000,
    log: {
      logLevel: 'info',
      logFormat: expect.any(String) as unknown,
      logRequests: expect.any(Boolean) as unknown,
      logAddresses: false,
    },
    workMetrics: { metricsPort: null, metricsHost: '127.0.0.1' },
    deliverMetrics: { metricsPort: null, metricsHost: '127.0.0.1' },
    webhookNameServers: [],
    mail: null,
  });
});

it('takes what is set, and cannot be changed afterwards', () => {
  const config = readCliConfig({
    DATABASE_URL: 'postgres://owner@db/market',
    BRICKMARKET_DEMO: 'off',
    BRICKMARKET_GRACE_DAYS: '0',
    RETAIL_STALE_DAYS: '7',
    VALUATION_SHARD_SALES: '1000',
    PROCESSES: '4',
  });
  expect(config).toMatchObject({
    databaseUrl: 'postgres://owner@db/market',
    isDemoWanted: false,
    graceDays: 0,
    retailStaleDays: 7,
    shardSales: 1_000,
    snapshotFolder: null,
    hasSeveralProcesses: true,
  });
  expect(Object.isFrozen(config)).toBe(true);
});

it('names every bad variable at once', () => {
  const read = () =>
    readCliConfig({
      DATABASE_URL: 'mysql://db',
      BRICKMARKET_DEMO: 'maybe',
      BRICKMARKET_GRACE_DAYS: '-1',
      RETAIL_STALE_DAYS: '0',
    });
  expect(read).toThrow(InvalidInputError);
  expect(read).toThrow(
    'DATABASE_URL must be a URL like postgres://user:password@host:5432/database\n' +
      'BRICKMARKET_DEMO must be one of on, off\n' +
      'BRICKMARKET_GRACE_DAYS must be a whole number from 0 to 999\n' +
      'RETAIL_STALE_DAYS must be a whole number from 1 to 3650',
  );
});

it('names what is wrong with the settings of webhooks and mail', () => {
  const read = (environment: NodeJS.ProcessEnv) => () => readCliConfig(environment);
  expect(read({ WEBHOOK_TARGETS: 'everywhere' })).toThrow('WEBHOOK_TARGETS must be one of public, loopback, private');
  expect(read({ SMTP_URL: 'mail.example' })).toThrow('SMTP_URL must be a URL');
  expect(read({ SMTP_URL: 'smtp://mail.example' })).toThrow('MAIL_FROM is needed');
});
