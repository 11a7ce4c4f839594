import { isLoopback } from '@brickmarket/service-runtime';
import { accountUrlAt, cliConfig } from '../config.ts';
import type { DatabaseServer } from '../database/database-server.ts';
import { mayHaveDemo } from './first-demo.ts';
import type { Addresses } from './service-process.ts';

export function apiEnvironment(server: DatabaseServer, { api, account }: Addresses): NodeJS.ProcessEnv {
  return {
    ...process.env,
    HOST: api.host,
    PORT: api.port,
    DATABASE_URL: server.ownerUrl,
    ...(server.apiUrl !== null && { DATABASE_API_URL: server.apiUrl }),
    ACCOUNT_URL: accountUrlAt(account.port),
    ...(server.embedded !== null && { DATABASE_DISK: server.embedded.dataDir }),
    ...snapshotEnvironment(),
    MIGRATE_ON_START: 'false',
  };
}

export function accountEnvironment(
  server: DatabaseServer,
  { api, account: { host, port } }: Addresses,
): NodeJS.ProcessEnv {
  return {
    API_URL: `${api.url}/api/v1`,
    // Gives readers of the printed link a day before the first key.
    ...(mayHaveDemo(server) && isLoopback(host) && { LINK_FRESH_MINUTES: '1440' }),
    ...process.env,
    HOST: host,
    ACCOUNT_PORT: port,
    ACCOUNT_URL: accountUrlAt(port),
    API_INTERNAL_URL: `${api.url}/api/v1`,
    DATABASE_URL: server.ownerUrl,
    ...(server.accountUrl !== null && { DATABASE_ACCOUNT_URL: server.accountUrl }),
    ...(server.embedded !== null && { DATABASE_DISK: server.embedded.dataDir }),
  };
}

export function jobsEnvironment(server: DatabaseServer): NodeJS.ProcessEnv {
  return { ...process.env, DATABASE_URL: server.ownerUrl, ...snapshotEnvironment() };
}

/** Snapshots lie next to the embedded data, which child processes cannot know. */
function snapshotEnvironment(): NodeJS.ProcessEnv {
  const { snapshotFolder } = cliConfig();
  return snapshotFolder === null ? {} : { SNAPSHOT_FOLDER: snapshotFolder };
}

export function deliverEnvironment(server: DatabaseServer, { account }: Addresses): NodeJS.ProcessEnv {
  return {
    ...jobsEnvironment(server),
    ACCOUNT_URL: accountUrlAt(account.port),
    ...(server.deliverUrl !== null && { DATABASE_DELIVER_URL: server.deliverUrl }),
  };
}
