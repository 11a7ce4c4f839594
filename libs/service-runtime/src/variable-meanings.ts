/** Description of a variable, for `config print --json` and apps/docs/reference/configuration.md. */
export interface VariableMeaning {
  /** Processes that read it, as commands name them; `brickmarket`: every command. */
  readonly readBy: string;
  /** One sentence or more, in Markdown. */
  readonly meaning: string;
}

const SERVERS = 'api, account';
const MARKET = 'api, account, work';
const LOGGED = 'api, account, work, deliver';

const by = (readBy: string, meaning: string): VariableMeaning => ({ readBy, meaning });

/** By the names of `VARIABLES`. */
export const VARIABLE_MEANINGS: Readonly<Record<string, VariableMeaning>> = {
  DATABASE_URL: by(
    'all',
    'PostgreSQL 15 to 18 instead of the embedded one, as the owner of the schema. The demo market is never loaded ' +
      'there without a command.',
  ),
  DATABASE_API_URL: by(
    'api',
    'Login of the role `brickmarket_api`. Unset: the owner switches to that role. With it and ' +
      '`MIGRATE_ON_START=false`, the API needs no `DATABASE_URL`.',
  ),
  DATABASE_ACCOUNT_URL: by('account', 'Login of the role `brickmarket_account`. Unset: the owner switches to it.'),
  DATABASE_DELIVER_URL: by(
    'deliver',
    'Login of the role `brickmarket_deliver`. Unset: the owner switches to it. With it, `deliver` needs no ' +
      '`DATABASE_URL`.',
  ),
  DATABASE_REPLICA_URLS: by(
    'api',
    'Read replicas, separated by commas, as logins of the role `brickmarket_api`. They serve reads after ' +
      'authentication. A read that finds its replica too old runs again on the primary.',
  ),
  DATABASE_BACKUPS: by(
    'doctor',
    '`elsewhere`: other means than `db backup` back up your PostgreSQL, so `doctor` expects no backup.',
  ),
  DATABASE_DISK: by(
    SERVERS,
    'Folder on the disk of the database. `/readyz` reports when less than 256 MB are free there.',
  ),
  DATABASE_POOL_SIZE: by(SERVERS, 'Database connections of each process.'),
  BRICKMARKET_DATA_DIR: by('brickmarket', 'Folder of the embedded PostgreSQL, its passwords and the demo key.'),
  BRICKMARKET_DEMO: by(
    'start, work',
    '`off`: no demo market, account, key or sign-in link is created or updated. Demo data of an earlier start ' +
      'remains: `demo remove` deletes it.',
  ),
  BRICKMARKET_IMPORT_DIR: by(
    'work',
    'Folder from which files are imported, as `work --import-folder`. The former name `BRICKMARKET_DROP_DIR` still ' +
      'works.',
  ),
  BRICKMARKET_GRACE_DAYS: by('work', 'Days after the end of a month to wait for late sales.'),
  HOST: by(SERVERS, 'Address on which the API and the account area listen.'),
  PORT: by('api', 'Port of the API. 0: any free port.'),
  PROCESSES: by('api', 'Processes of the API on one port. A process that ends is replaced.'),
  ACCOUNT_PORT: by('account', 'Port of the account area.'),
  ACCOUNT_URL: by(
    SERVERS,
    'Address under which users open the account area. It is the only accepted Host and Origin. Passkeys belong to ' +
      'its host name, so choose it once.',
  ),
  ACCOUNT_PAGE_DIR: by('account', 'Folder with the built pages (`apps/account-web/dist`).'),
  API_URL: by('account', 'Address of the API as customers call it. Examples show it.'),
  API_INTERNAL_URL: by(
    'account',
    'Address of the API for the account area itself, which shows that revoked keys fail.',
  ),
  LINK_FRESH_MINUTES: by(
    'account',
    'Minutes for which a sign-in by link needs no re-authentication. More than 10 only if `HOST` and `ACCOUNT_URL` ' +
      'are this machine. `npm start` with its demo sets a day.',
  ),
  SIGN_UP: by(
    'account',
    '`open`: every email address may register (needs mail; plan `free`). `invited`: by `accounts invite`. `off`: no ' +
      'registration.',
  ),
  SMTP_URL: by('account, deliver', 'Mail server, such as `smtps://user:password@host`. Unset: no mail is sent.'),
  MAIL_FROM: by('account, deliver', 'Sender of mail. Unset: no mail is sent.'),
  CONTACT_EMAIL: by(SERVERS, 'Address of the operator in the OpenAPI document and on pages.'),
  CORS_ORIGINS: by(
    'api',
    'Web origins whose pages may call the API, separated by commas, such as `https://app.example`. `*`: any.',
  ),
  TRUSTED_PROXIES: by(
    SERVERS,
    'Number of proxies whose `X-Forwarded-For` and `X-Request-Id` (a UUID) are trusted. Limits of attempts are by ' +
      'client address.',
  ),
  WEBHOOK_TARGETS: by(
    'account, deliver',
    'Allowed addresses of webhooks. `public`; `loopback`: also this machine, also HTTP; `private`: also private IPv4 ' +
      'networks.',
  ),
  WEBHOOK_NAME_SERVERS: by('deliver', 'Name servers for addresses of webhooks, separated by commas.'),
  SET_PICTURES: by(
    'account',
    'From where the account area fetches pictures of sets (`image_url` of the catalog), for a cache of its own. The ' +
      'values are those of `WEBHOOK_TARGETS`. `off`: pages draw bricks, and nothing is fetched.',
  ),
  RETAILER_A_NAME: by('all', 'Name of the first tracked retailer in imports, `retailer_name`, alerts and pages.'),
  RETAILER_B_NAME: by('all', 'Name of the second tracked retailer.'),
  RETAIL_STALE_DAYS: by(MARKET, 'Age in days above which a retail price is ignored, in responses and in valuations.'),
  UNDO_DAYS: by(
    'work',
    'Days for which a change of a portfolio or an import can be undone. Then the change and the rows of the import ' +
      'are deleted. The counts of the import stay.',
  ),
  RETAIL_DETAIL_DAYS: by(
    'work',
    'Days for which every retail observation is kept. Then the lowest price of each day is kept for each listing.',
  ),
  ROUTE_USAGE_DAYS: by(
    'work',
    'Days for which the requests of each key and route are kept. The account area shows 30.',
  ),
  SNAPSHOT_FOLDER: by(
    'api, work',
    'Folder of the `/catalog/bulk` files: `work` writes them, the API serves them. All processes on all machines ' +
      'share it. Unset with a `DATABASE_URL`: no files.',
  ),
  SNAPSHOT_COST: by('api', 'Calls of the quota that the download of a whole file costs.'),
  VALUATION_SHARD_SALES: by(
    'work',
    'Approximate number of sales a worker values at a time. A market of more than four times as many is divided ' +
      'among all workers.',
  ),
  WORKER_CHECK_MS: by('work', 'Milliseconds between two searches for jobs of workers that stopped.'),
  WORKER_LEASE_MS: by(
    'work',
    'Milliseconds for which a worker that hangs keeps its jobs. The server then ends its session.',
  ),
  MIGRATE_ON_START: by(
    'api',
    '`false`: only `brickmarket db migrate` migrates the schema. A process at its start then does not.',
  ),
  EXTENSIONS: by(
    'all',
    'Extensions, separated by commas: paths of folders or files, or names of installed packages. Give every process ' +
      'the same value.',
  ),
  STATEMENT_TIMEOUT_MS: by(SERVERS, 'Milliseconds after which a database statement is canceled.'),
  REQUEST_TIMEOUT_MS: by(SERVERS, 'Milliseconds within which a request must arrive in full. Otherwise: 408.'),
  RESPONSE_TIMEOUT_MS: by('api', 'Milliseconds within which a request must be answered. Otherwise: 500.'),
  SHUTDOWN_GRACE_MS: by(
    'api',
    'Milliseconds after SIGTERM in which `/readyz` fails while requests are still served, so that a load balancer ' +
      'notices.',
  ),
  SHUTDOWN_TIMEOUT_MS: by(SERVERS, 'Milliseconds after that in which requests in progress may finish.'),
  MAX_IN_FLIGHT: by(
    'api',
    'Requests that each process handles at the same time. More get 503 with `Retry-After`. ' +
      'One account has at most four of them. Its other requests wait up to half of `RESPONSE_TIMEOUT_MS`.',
  ),
  MAX_CONNECTIONS: by('api', 'Client connections of each process. More are closed.'),
  MAX_UNSENT_BYTES: by(
    'api',
    'Bytes of responses that clients have not read yet, in each process, separately for the API and for pages. Above ' +
      'it, the slowest connection is closed.',
  ),
  MAX_UNSENT_BYTES_PER_CONNECTION: by('api', 'The same limit for one connection. A single response may be larger.'),
  MIN_READ_BYTES_PER_SECOND: by('api', 'Slowest rate at which a client may read, after five seconds. Below: closed.'),
  FAILED_AUTH_LIMIT: by(
    'api',
    'Failed authentications per client address and minute, before its keys are checked in a separate queue. An IPv6 ' +
      'client is its /64.',
  ),
  DOCUMENT_CACHE_MB: by('api', 'Size in MB of the cache of shared responses in each process.'),
  METRICS_PORT: by('api', 'Port of Prometheus metrics at `/metrics`. 0: any free port, which is logged.'),
  ACCOUNT_METRICS_PORT: by('account', 'The same for the account area.'),
  WORK_METRICS_PORT: by('work', 'The same for `work`, with `/readyz`.'),
  DELIVER_METRICS_PORT: by('deliver', 'The same for `deliver`, with `/readyz`.'),
  METRICS_HOST: by(LOGGED, 'Address on which metrics are served.'),
  LOG_LEVEL: by('all', 'Lowest level that is logged. `start` on a terminal: `warn`.'),
  LOG_FORMAT: by(LOGGED, 'Format of log lines.'),
  LOG_REQUESTS: by(
    SERVERS,
    '`on`: one line per request, without URL, headers and body. `start --log-requests` sets it.',
  ),
  LOG_ADDRESSES: by(SERVERS, '`on`: request lines have the address of the client.'),
  BRICKMARKET_KEY: by('mcp', 'API key with which assistants call the API.'),
  BRICKMARKET_URL: by('mcp', 'Address of the API.'),
  MCP_PORT: by('mcp', 'Port of the MCP server over HTTP. Unset: standard input and output.'),
  MCP_HOST: by('mcp', 'Address on which it listens.'),
  MCP_ALLOWED_HOSTS: by('mcp', 'Further accepted host names, separated by commas. Checked in `Host` and `Origin`.'),
  MCP_METHOD_URL: by('mcp', 'Address of the methodology page that tools quote.'),
};
