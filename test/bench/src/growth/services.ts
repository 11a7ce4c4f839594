import { resolve } from 'node:path';
import { type ServerProcess, startServer, startService } from '../measure/server-process.ts';
import type { GrownAccess } from './grown-market.ts';

/** One GET of one of the services. */
export interface Ask {
  readonly of: 'api' | 'account';
  readonly path: string;
}

export type Services = Readonly<Record<Ask['of'], ServerProcess>>;

const ACCOUNT = resolve('apps/account/dist/bundle/main.js');
/** Below the ports that the system gives to sockets. */
const FIRST_PORT = 17_000;
let started = 0;

/** One of the services as in production; `log` is where its lines go. */
export async function startOne(of: Ask['of'], url: string, log: number | 'ignore' = 'ignore'): Promise<ServerProcess> {
  const environment = { DATABASE_URL: url, LOG_FORMAT: 'json', LOG_LEVEL: 'info', TRUSTED_PROXIES: '1' };
  if (of === 'api') return startService('api', { ...environment, METRICS_PORT: '0' }, undefined, log);
  const port = FIRST_PORT + (process.pid % 1_000) * 10 + (started++ % 10);
  const account = await startServer('account', ACCOUNT, { ...environment, ACCOUNT_PORT: String(port) }, log);
  // Its pages are at one address only.
  return { ...account, url: `http://localhost:${port}` };
}

export async function startServices(url: string, log: number | 'ignore' = 'ignore'): Promise<Services> {
  const [api, account] = await Promise.all([startOne('api', url, log), startOne('account', url, log)]);
  return { api, account };
}

export async function stopServices({ api, account }: Services): Promise<void> {
  await Promise.all([api.stop(), account.stop()]);
}

/** Status of an answer that has arrived whole; 0 for none. */
export async function ask(
  services: Partial<Services>,
  { of, path }: Ask,
  { key, session }: Pick<GrownAccess, 'key' | 'session'>,
  more: { readonly signal?: AbortSignal; readonly address?: string } = {},
): Promise<number> {
  const headers =
    of === 'api' ? { authorization: `Bearer ${key}` } : { cookie: `__Host-brickmarket-session=${session}` };
  const response = await fetch(services[of]!.url + path, {
    headers: { ...headers, ...(more.address !== undefined && { 'x-forwarded-for': more.address }) },
    signal: more.signal ?? AbortSignal.timeout(60_000),
  });
  await response.arrayBuffer();
  return response.status;
}
