import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { cliConfig } from '../config.ts';

/** Where the service listens, by HOST and PORT. */
export interface ListenAddress {
  readonly host: string;
  readonly port: string;
  /** Base URL for clients on this machine. */
  readonly url: string;
}

/** Addresses that mean all interfaces, with the loopback address to call them by. */
const ANY = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '[::1]'],
]);
const BUSY_PORT_TIMEOUT_MS = 4_000;

/**
 * The address to listen on. Waits briefly for a busy port: a service whose supervisor was killed takes a moment to end.
 * Port 0 is replaced by a free one. What is no port is passed on: the API refuses it together with its other faults.
 */
export async function chooseListenAddress(say: (line: string) => void): Promise<ListenAddress> {
  const { host, port: wanted } = cliConfig();
  const port =
    /^\d{1,5}$/.test(wanted) && Number(wanted) <= 65_535 ? String(await untilFree(host, Number(wanted), say)) : wanted;
  return { host, port, url: `http://${ANY.get(host) ?? (host.includes(':') ? `[${host}]` : host)}:${port}` };
}

async function untilFree(host: string, port: number, say: (line: string) => void): Promise<number> {
  const deadline = Date.now() + BUSY_PORT_TIMEOUT_MS;
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
