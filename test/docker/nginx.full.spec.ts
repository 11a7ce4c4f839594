import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { randomBytes, randomUUID } from 'node:crypto';
import { eventually, exitOf } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { withProgram } from '../support/programs.ts';
import { TestAccountArea } from '../support/test-account-area.ts';

const MEGABYTE = 1_048_576;

/** The port of HTTPS, and the folder with certificate and key. */
interface Tls {
  readonly port: number;
  readonly folder: string;
}

/** nginx of this machine with our configuration, in front of processes of this machine. */
class RunningProxy {
  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
    private readonly folder: string,
  ) {}

  /** Bytes of responses that wait on the disk. */
  get spooledBytes(): number {
    const folder = join(this.folder, 'proxy');
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => statSync(join(folder, name)))
      .reduce((sum, stats) => sum + (stats.isFile() ? stats.size : 0), 0);
  }

  static async start(
    upstreams: Readonly<Record<'api' | 'account', number>>,
    { port, trusted = '', tls }: { readonly port: number; readonly trusted?: string; readonly tls?: Tls },
  ): Promise<RunningProxy> {
    const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
    // Its workers are another user when root starts it.
    chmodSync(folder, 0o777);
    writeFileSync(
      join(folder, 'trusted-proxies.conf'),
      `${trusted}\n${readFileSync('docker/trusted-proxies.conf', 'utf8')}`,
    );
    const listening = readFileSync(tls === undefined ? 'docker/listen.conf' : 'docker/listen-tls.conf', 'utf8');
    writeFileSync(
      join(folder, 'listen.conf'),
      listening
        .replace('listen 3000', `listen 127.0.0.1:${port}`)
        .replace('listen 3443', `listen 127.0.0.1:${tls?.port}`)
        .replace('/run/secrets/certificate;', `${tls?.folder}/cluster-certificate;`)
        .replace('/run/secrets/certificate-key', `${tls?.folder}/cluster-key`),
    );
    // nginx of this machine is as old as Debian's.
    writeFileSync(
      join(folder, 'upstreams.conf'),
      readFileSync('docker/upstreams-debian.conf', 'utf8')
        .replace('127.0.0.1:3000', `127.0.0.1:${upstreams.api}`)
        .replace('127.0.0.1:3001', `127.0.0.1:${upstreams.account}`),
    );
    const text = readFileSync('docker/nginx.conf', 'utf8')
      .replaceAll('/tmp/', `${folder}/`)
      .replaceAll('/etc/nginx/', `${folder}/`);
    const file = join(folder, 'nginx.conf');
    writeFileSync(file, text);
    const args = ['-c', file, '-p', folder, '-e', 'stderr'];
    execFileSync('nginx', ['-t', ...args], { stdio: 'pipe' });
    const child = spawn('nginx', [...args, '-g', 'daemon off;'], { stdio: 'ignore' });
    await eventually('nginx listens', () =>
      fetch(`http://127.0.0.1:${port}/readyz`, { redirect: 'manual' }).then(
        () => true,
        () => false,
      ),
    );
    return new RunningProxy(child, port, folder);
  }

  async stop(): Promise<void> {
    this.child.kill('SIGQUIT');
    await exitOf(this.child);
    rmSync(this.folder, { recursive: true });
  }
}

/** On a connection of its own: a proxy that has answered early may close it while the rest is still sent. */
function sendFile(port: number, body: Buffer): Promise<{ readonly status?: number; readonly type?: string }> {
  return new Promise((resolve, reject) => {
    const sending = request(
      `http://localhost:${port}/account/api/imports?name=a.csv`,
      {
        method: 'POST',
        agent: false,
        headers: { 'content-type': 'application/octet-stream', 'sec-fetch-site': 'same-origin' },
      },
      (answer) => {
        answer.resume();
        resolve({ status: answer.statusCode!, type: answer.headers['content-type']!.split(';')[0]! });
      },
    );
    sending.once('error', reject);
    sending.end(body);
  });
}

/** Answers with the address, the scheme or the id that it received. */
async function echoServer(): Promise<Server> {
  const server = createServer(({ url, headers }, response) => {
    if (url === '/scheme') response.end(headers['x-forwarded-proto']);
    else response.end(url === '/id' ? headers['x-request-id'] : headers['x-forwarded-for']);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

describe('the proxy of compose.scale.yaml', () => {
  const withNginx = withProgram('nginx', 'nginx-light', '-v');

  withNginx('lets through what the account area takes, and leaves it to the area to refuse more', async () => {
    const port = await freePort();
    const area = await TestAccountArea.start({ ACCOUNT_URL: `http://localhost:${port}/account` });
    const proxy = await RunningProxy.start({ api: area.port, account: area.port }, { port });
    try {
      const send = (bytes: number) => sendFile(port, gzipSync(randomBytes(bytes)));
      // Nobody is signed in: the area itself says so, in JSON, whatever the size.
      for (const bytes of [1_000, 2 * MEGABYTE, 15.9 * MEGABYTE, 16.5 * MEGABYTE]) {
        expect([bytes, await send(Math.floor(bytes))]).toEqual([bytes, { status: 401, type: 'application/json' }]);
      }
      expect(await send(18 * MEGABYTE)).toMatchObject({ status: 413 });
    } finally {
      await proxy.stop();
      await area.stop();
    }
  });

  withNginx('believes X-Forwarded-For of the balancers that are configured, and of nobody else', async () => {
    const echo = await echoServer();
    const upstream = (echo.address() as AddressInfo).port;
    const seen = async (trusted: string): Promise<string> => {
      const proxy = await RunningProxy.start({ api: upstream, account: upstream }, { port: await freePort(), trusted });
      const headers = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7, 10.20.0.5' };
      const text = await (await fetch(`http://127.0.0.1:${proxy.port}/`, { headers })).text();
      await proxy.stop();
      return text;
    };
    expect(await seen('')).toBe('127.0.0.1');
    // What a caller writes before the first balancer is not believed.
    expect(await seen('set_real_ip_from 127.0.0.1;\nset_real_ip_from 10.20.0.0/16;')).toBe('198.51.100.7');
    echo.close();
  });

  withNginx('keeps the request id of a configured balancer, and of nobody else', async () => {
    const echo = await echoServer();
    const upstream = (echo.address() as AddressInfo).port;
    const id = randomUUID();
    const seen = async (trusted: string): Promise<string> => {
      const proxy = await RunningProxy.start({ api: upstream, account: upstream }, { port: await freePort(), trusted });
      const headers = { 'x-forwarded-for': '203.0.113.9', 'x-request-id': id };
      const text = await (await fetch(`http://127.0.0.1:${proxy.port}/id`, { headers })).text();
      await proxy.stop();
      return text;
    };
    expect(await seen('set_real_ip_from 127.0.0.1;')).toBe(id);
    const own = await seen('');
    expect(own).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(own).not.toBe(id);
    echo.close();
  });

  withNginx('has 128 requests of one address in progress, and answers 503 to more', async () => {
    const waiting: ServerResponse[] = [];
    const server = createServer(({ url }, response) => {
      if (url === '/slow') waiting.push(response);
      else response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const upstream = (server.address() as AddressInfo).port;
    const trusted = 'set_real_ip_from 127.0.0.1;';
    const proxy = await RunningProxy.start({ api: upstream, account: upstream }, { port: await freePort(), trusted });
    const statusOf = async (path: string, address: string): Promise<number> =>
      (await fetch(`http://127.0.0.1:${proxy.port}${path}`, { headers: { 'x-forwarded-for': address } })).status;
    const busy = '203.0.113.9';
    try {
      const slow = Array.from({ length: 128 }, () => statusOf('/slow', busy));
      await eventually('all are in progress', () => waiting.length === slow.length);
      expect([await statusOf('/', busy), await statusOf('/account', busy)]).toEqual([503, 503]);
      expect(await statusOf('/', '198.51.100.7')).toBe(200);
      for (const response of waiting) response.end();
      expect(new Set(await Promise.all(slow))).toEqual(new Set([200]));
      expect(await statusOf('/', busy)).toBe(200);
    } finally {
      await proxy.stop();
      server.closeAllConnections();
      server.close();
    }
  });

  withNginx('keeps nothing of a large download on its disk while the client does not read', async () => {
    let sent = 0;
    const large = createServer((asked, response) => {
      if (asked.url !== '/large') return response.end();
      const chunks = function* (): Generator<Buffer> {
        for (; sent < 256 * MEGABYTE; sent += MEGABYTE) yield Buffer.alloc(MEGABYTE);
      };
      return Readable.from(chunks()).pipe(response);
    }).listen(0, '127.0.0.1');
    await once(large, 'listening');
    const upstream = (large.address() as AddressInfo).port;
    const proxy = await RunningProxy.start({ api: upstream, account: upstream }, { port: await freePort() });
    const reader = request(`http://127.0.0.1:${proxy.port}/large`, { agent: false }).end();
    try {
      const [answer] = (await once(reader, 'response')) as [IncomingMessage];
      answer.pause();
      let before = -1;
      await eventually('nothing more is sent', async () => {
        const isStill = sent === before;
        before = sent;
        await sleep(500);
        return isStill;
      });
      expect(proxy.spooledBytes).toBe(0);
      expect(sent).toBeLessThan(64 * MEGABYTE);
    } finally {
      reader.destroy();
      await proxy.stop();
      large.closeAllConnections();
      large.close();
    }
  });

  withNginx('with compose.tls.yaml answers by HTTPS alone, and leads there', async () => {
    const echo = await echoServer();
    const upstream = (echo.address() as AddressInfo).port;
    const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
    chmodSync(folder, 0o755);
    // As good as one of a public authority, to a client that trusts the one that has signed it.
    execFileSync('docker/make-certificates.sh', [folder]);
    const tls = { port: await freePort(), folder };
    const proxy = await RunningProxy.start({ api: upstream, account: upstream }, { port: await freePort(), tls });
    try {
      const plain = await fetch(`http://localhost:${proxy.port}/api/v1/set/1-1?a=b`, { redirect: 'manual' });
      expect([plain.status, plain.headers.get('location')]).toEqual([308, 'https://localhost/api/v1/set/1-1?a=b']);
      const ca = readFileSync(join(folder, 'cluster-authority'));
      const answer = await new Promise<{ scheme: string; lasting?: string }>((resolve, reject) => {
        get(`https://localhost:${tls.port}/scheme`, { ca, agent: false }, (response) => {
          const lasting = response.headers['strict-transport-security'];
          response.once('data', (chunk: Buffer) => resolve({ scheme: chunk.toString(), ...(lasting && { lasting }) }));
        }).once('error', reject);
      });
      expect(answer).toEqual({ scheme: 'https', lasting: 'max-age=31536000' });
    } finally {
      await proxy.stop();
      echo.close();
      rmSync(folder, { recursive: true });
    }
  });
});
