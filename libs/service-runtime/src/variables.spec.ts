import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentFaults, maskSecret, misspeltVariables, takeSecretsFromFiles } from './variables.ts';

describe('misspelt variables', () => {
  it.each([
    ['DATABASE_UR', 'DATABASE_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['BRICKMARKET_DATADIR', 'BRICKMARKET_DATA_DIR'],
    ['BRICKMAKRET_DEMO', 'BRICKMARKET_DEMO'],
    ['LOG_LEVLE', 'LOG_LEVEL'],
    ['TRUSTED_PROXIE', 'TRUSTED_PROXIES'],
    ['STATMENT_TIMOUT_MS', 'STATEMENT_TIMEOUT_MS'],
  ])('%s is refused with the name %s', (name, meant) => {
    expect(misspeltVariables({ [name]: 'x' })).toEqual([
      `${name} is not a variable of Brickmarket: did you mean ${meant}?`,
    ]);
  });

  it('refuses every unknown name with a prefix of ours, also when nothing is near', () => {
    expect(misspeltVariables({ BRICKMARKET_COLOUR_OF_THE_BRICKS: 'red' })).toEqual([
      'BRICKMARKET_COLOUR_OF_THE_BRICKS is not a variable of Brickmarket: "brickmarket config print" lists them',
    ]);
  });

  it('takes an empty variable as unset, whatever it is called', () => {
    expect(misspeltVariables({ DATABASE_UR: '' })).toEqual([]);
  });

  it('leaves alone what other programs, shells and orchestrators set', () => {
    const names =
      'PATH HOME HOSTNAME HOSTS HOSTTYPE PORTS LANG LC_ALL TZ TERM SHLVL USER NODE_ENV NODE_OPTIONS ' +
      'npm_config_loglevel npm_lifecycle_event npm_package_name INIT_CWD PGHOST PGPORT PGUSER PGPASSWORD ' +
      'PGDATABASE POSTGRES_PASSWORD REDIS_URL APP_URL BASE_URL LOG_FILE LOG_DIR LOGLEVEL SMTP_URI SMTP_HOST ' +
      'MAIL_HOST TCP_PORT PROCESSOR MIN_CONNECTIONS REQUEST_TIMEOUT TEST_DATABASE_URL METRICS_PATH ACCOUNT_ID ' +
      'ACCOUNT_KEY HTTP_PROXY no_proxy CI OTEL_EXPORTER_OTLP_ENDPOINT OTEL_SERVICE_NAME KUBERNETES_SERVICE_HOST ' +
      'BRICKMARKET_API_SERVICE_HOST DATABASE_SERVICE_PORT DATABASE_SERVICE_PORT_POSTGRES ' +
      'DATABASE_PORT_5432_TCP_ADDR';
    const environment = Object.fromEntries(names.split(' ').map((name) => [name, 'x']));
    expect(misspeltVariables({ ...environment, DATABASE_PORT: 'tcp://10.0.0.7:5432' })).toEqual([]);
  });
});

it('names misspelt variables and bad values of all processes at once', () => {
  expect(
    environmentFaults({
      DATABASE_UR: 'postgres://db',
      PORT: '70000',
      SIGN_UP: 'yes',
      LOG_LEVEL: 'loud',
      PROCESSES: '',
    }),
  ).toEqual([
    'DATABASE_UR is not a variable of Brickmarket: did you mean DATABASE_URL?',
    'PORT must be a whole number from 0 to 65535',
    'SIGN_UP must be one of open, invited, off',
    'LOG_LEVEL must be one of fatal, error, warn, info, debug, silent',
  ]);
});

it.each([
  ['DATABASE_URL', 'postgres://owner:hunter2@db/market', 'postgres://owner:***@db/market'],
  ['DATABASE_URL', 'postgres://db/market?password=hunter2', 'postgres://db/market?password=***'],
  ['DATABASE_URL', 'owner:hunter2@db', '***'],
  [
    'DATABASE_REPLICA_URLS',
    'postgres://u:a1@x/db, postgres://u:a2@y/db',
    'postgres://u:***@x/db,postgres://u:***@y/db',
  ],
  ['SMTP_URL', 'smtps://mail:hunter2@mail.example', 'smtps://mail:***@mail.example'],
  ['BRICKMARKET_KEY', 'bmk_123', '***'],
  ['PORT', '3000', '3000'],
])('shows %s=%s as %s', (name, value, shown) => {
  expect(maskSecret(name, value)).toBe(shown);
});

describe('secrets from files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };

  it('are taken for every variable that may contain one, without the line end, and read like others', () => {
    const url = 'postgres://owner:p%40ss%23@db/market';
    const environment = { DATABASE_URL_FILE: file('url', `${url}\n`), SMTP_URL_FILE: '' };
    takeSecretsFromFiles(environment);
    expect(environment).toEqual({ DATABASE_URL: url });
    expect(environmentFaults(environment)).toEqual([]);
  });

  it('are refused when they cannot be read, are given twice, or are of a variable that has none; all at once', () => {
    const given = { DATABASE_URL: 'postgres://a/b', DATABASE_URL_FILE: file('twice', 'x'), SMTP_URL_FILE: '/no/file' };
    expect(() => takeSecretsFromFiles(given)).toThrow(/DATABASE_URL_FILE are both set[^]*SMTP_URL_FILE names a file/);
    const other = { DATABASE_POOL_SIZE_FILE: file('size', '5') };
    takeSecretsFromFiles(other);
    expect(environmentFaults(other)).toEqual([expect.stringContaining('DATABASE_POOL_SIZE_FILE is not a variable')]);
  });
});
