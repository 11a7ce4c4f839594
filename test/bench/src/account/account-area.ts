import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { systemClock } from '@brickmarket/domain';
import { makeSignInLink } from '@brickmarket/operations/identity';
import { AuditLog, Credentials, OneTimeTokens } from '@brickmarket/persistence-ports';
import { Database, Stores } from '@brickmarket/persistence-postgres';
import { type ServerProcess, startServer } from '../measure/server-process.ts';

const ACCOUNT = resolve('apps/account/dist/bundle/main.js');

/** The account area as in production, with logging, on a free port. */
export async function startAccountArea(databaseUrl: string): Promise<ServerProcess> {
  return startServer('account area', ACCOUNT, {
    ACCOUNT_PORT: String(await freePort()),
    DATABASE_URL: databaseUrl,
    LOG_FORMAT: 'json',
    LOG_LEVEL: 'info',
  });
}

/** Signs an account in by the operator's link. Returns the session's cookie, as a request sends it. */
export async function signInByLink(databaseUrl: string, areaUrl: string, email: string): Promise<string> {
  const database = Database.open({ url: databaseUrl, applicationName: 'bench', poolSize: 1 });
  try {
    const stores = new Stores(database).pick({ tokens: OneTimeTokens, credentials: Credentials, audit: AuditLog });
    const link = await makeSignInLink({ stores, clock: systemClock, url: areaUrl }, email);
    const answer = await fetch(`${areaUrl}/api/sign-in/link`, {
      method: 'POST',
      headers: { origin: new URL(areaUrl).origin, 'content-type': 'application/json' },
      body: JSON.stringify({ token: link.url.split('#token=')[1]! }),
    });
    if (!answer.ok) throw new Error(`sign-in/link: ${answer.status} ${await answer.text()}`);
    return answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0]!)
      .join('; ');
  } finally {
    await database.close();
  }
}

/** A port that nobody listens on at the moment. */
function freePort(): Promise<number> {
  return new Promise((resolvePort, reject) => {
    const probe = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = probe.address() as { port: number };
        probe.close(() => resolvePort(port));
      });
  });
}
