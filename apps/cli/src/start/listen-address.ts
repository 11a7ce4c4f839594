import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Where the service listens, as it was chosen by HOST and PORT. */
export interface ListenAddress {
  readonly host: string;
  readonly port: string;
  /** How to call it from this machine. */
  readonly url: string;
}

const ANY = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '[::1]'],
]);
const PATIENCE_MS = 4_000;

/**
 * The address to listen on. A busy port is waited for a little: a service whose supervisor was killed needs a moment to
 * end. Port 0 becomes a free one. What is no port at all is left for the service to refuse, with all else it refuses.
 */
export async function chooseListenAddress(
  environment: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<ListenAddress> {
  const host = environment['HOST'] || '127.0.0.1';
  const wanted = environment['PORT'] || '3000';
  const port =
    /^\d{1,5}$/.test(wanted) && Number(wanted) <= 65_535 ? String(await untilFree(host, Number(wanted), say)) : wanted;
  return { host, port, url: `http://${ANY.get(host) ?? (host.includes(':') ? `[${host}]` : host)}:${port}` };
}

async function untilFree(host: string, port: number, say: (line: string) => void): Promise<number> {
  const deadline = Date.now() + PATIENCE_MS;
  for (let hasSaid = false; ; hasSaid = true) {
    const answer = await tryListen(host, port);
    if (typeof answer === 'number') return answer;
    if (answer.code !== 'EADDRINUSE') throw new Error(`cannot listen on ${host}:${port}: ${answer.message}`);
    if (Date.now() > deadline)
      throw new Error(
        `port ${port} on ${host} is in use. Stop what listens there, or choose another: PORT=${port + 1} npm start`,
      );
    if (!hasSaid) say(`port ${port} is in use; waiting a moment for it`);
    await sleep(200);
  }
}

function tryListen(host: string, port: number): Promise<number | NodeJS.ErrnoException> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address();
      server.close(() => {
        resolve(typeof address === 'object' && address ? address.port : port);
      });
    });
  });
}
