import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

/** What can go wrong with any source, at the next requests. */
export type Fault =
  | 'cut'
  | 'reset'
  | 'slow'
  | 'html-502'
  | 'html-200'
  | 'login-redirect'
  | 'wrong-type'
  | 'gzip-lie'
  | 'server-error';

/** A request that a stand-in got. */
export interface SourceRequest {
  readonly method: string;
  /** As sent, with the query. */
  readonly target: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly at: Date;
}

/** What a stand-in answers. */
export interface SourceAnswer {
  readonly status: number;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

const LOGIN_PAGE = '<!doctype html><html><head><title>Sign in</title></head><body>Please sign in.</body></html>';
const GATEWAY_PAGE = '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>';

/** A source of market data as a real HTTP server on this machine. Its clock and its faults are set by the test. */
export abstract class StandIn {
  readonly requests: SourceRequest[] = [];
  /** How long a slow answer takes. */
  slowMs = 300;
  #faults: Fault[] = [];
  #server: Server | null = null;

  constructor(public now: Date) {}

  /** Answers a request as the source does on a day without faults. */
  protected abstract answer(request: SourceRequest): SourceAnswer;

  async start(): Promise<this> {
    this.#server = createServer((request, response) => void this.#take(request, response));
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server!.address() as AddressInfo).port}`;
  }

  /** The next requests fail so, one after the other. */
  failNext(...faults: readonly Fault[]): void {
    this.#faults.push(...faults);
  }

  heal(): void {
    this.#faults = [];
  }

  async stop(): Promise<void> {
    this.#server!.closeAllConnections();
    this.#server!.close();
    await once(this.#server!, 'close');
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url!, this.origin);
    const seen: SourceRequest = {
      method: request.method!,
      target: request.url!,
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
      at: this.now,
    };
    this.requests.push(seen);
    // The source has counted the call, whatever becomes of its answer.
    const { status, body, headers = {} } = this.answer(seen);
    const fault = this.#faults.shift();
    const bytes = Buffer.from(body);
    switch (fault) {
      case 'reset':
        return void request.socket.destroy();
      case 'html-502':
        return send(response, 502, { 'content-type': 'text/html' }, GATEWAY_PAGE);
      case 'server-error':
        return send(response, 500, { 'content-type': 'text/plain' }, 'Internal Server Error');
      case 'html-200':
        return send(response, 200, { 'content-type': 'text/html' }, LOGIN_PAGE);
      case 'login-redirect':
        return send(response, 302, { location: `http://localhost:${new URL(this.origin).port}/login` }, '');
      case 'wrong-type':
        return send(response, status, { ...headers, 'content-type': 'text/html' }, bytes);
      case 'gzip-lie':
        return send(response, status, { ...headers, 'content-encoding': 'gzip' }, bytes);
      case 'cut':
        response.writeHead(status, { ...headers, 'content-length': bytes.length });
        response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => request.socket.destroy());
        return;
      case 'slow':
        await setTimeout(this.slowMs);
        return send(response, status, headers, bytes);
      case undefined:
        return send(response, status, headers, bytes);
      default:
        fault satisfies never;
    }
  }
}

function send(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer,
): void {
  response.writeHead(status, headers);
  response.end(body);
}

export function json(body: unknown, status = 200): SourceAnswer {
  return { status, body: JSON.stringify(body), headers: { 'content-type': 'application/json; charset=utf-8' } };
}

/** An answer of a server that packs all it says. */
export function packed({ status, body, headers }: SourceAnswer): SourceAnswer {
  return { status, body: gzipSync(body), headers: { ...headers, 'content-encoding': 'gzip' } };
}
