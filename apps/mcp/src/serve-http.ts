import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostHeaderValidation, originValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { type AuthInfo, createMcpHandler, type McpServer, type RequestId } from '@modelcontextprotocol/server';
import { hostname } from 'node:os';
import { type Logger, pino } from 'pino';
import type { CallRecord } from './tools.ts';

export interface HttpOptions {
  readonly port: number;
  readonly host: string;
  /** Host names allowed besides localhost. */
  readonly allowedHosts: readonly string[];
  readonly logLevel: string;
  readonly serverFor: (apiKey: string, record: CallRecord) => McpServer;
}

type Serve = (era: 'legacy' | 'modern') => McpServer;

const BEARER = /^Bearer +([\x21-\x7e]+)$/i;
const LOCAL = ['localhost', '127.0.0.1', '[::1]'];
/** A call is a few hundred bytes. */
const MAX_BODY_BYTES = 65_536;
const SHUTDOWN_TIMEOUT_MS = 10_000;

/** Stateless: the caller's key is passed to the API and stored nowhere. */
export function serveHttp({ port, host, allowedHosts, logLevel, serverFor }: HttpOptions): void {
  // Same format as the other processes' logs.
  const log = pino({
    level: logLevel,
    base: { process: 'mcp', pid: process.pid, hostname: hostname() },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  });
  const names = [...LOCAL, ...allowedHosts];
  // Prevents DNS rebinding: web pages must not reach this server under their own host name.
  const [isHostAllowed, isOriginAllowed] = [hostHeaderValidation(names), originValidation(names)];
  const maxRequestBodySize = MAX_BODY_BYTES;
  const handler = createMcpHandler(({ era, authInfo }) => (authInfo!.extra!['serve'] as Serve)(era), {
    maxRequestBodySize,
    // Debug level, as protocol errors may quote arguments.
    onerror: (err) => log.debug({ err }),
  });
  const handle = toNodeHandler(handler, { maxRequestBodySize, onerror: (err) => log.error({ err }) });
  const running = new RunningCalls();
  const server = createServer((request, response) => {
    const record: CallRecord = {};
    logWhenClosed(log, request, response, record);
    if (!isHostAllowed(request, response) || !isOriginAllowed(request, response)) return;
    const encoding = request.headers['content-encoding'] ?? 'identity';
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
    if (request.headersDistinct['host']!.length > 1)
      refuse(response, 400, 'BadRequest', 'send one Host header, not several');
    else if (request.url?.split('?')[0] !== '/mcp') refuse(response, 404, 'NotFound', 'the tools are served at /mcp');
    else if (token === undefined) {
      response.setHeader('www-authenticate', 'Bearer');
      refuse(response, 401, 'MissingApiKey', 'send Authorization: Bearer <API_KEY>');
    } else if (encoding.trim().toLowerCase() !== 'identity')
      refuse(response, 400, 'BadRequest', 'send the body as it is, without Content-Encoding');
    else {
      const serve: Serve = (era) => {
        if (era === 'modern') return serverFor(token, record);
        const session = String(request.headers['mcp-session-id'] ?? randomUUID());
        response.setHeader('mcp-session-id', session);
        return running.watch(serverFor(token, record), record, `${token} ${session}`, response);
      };
      const auth: AuthInfo = { token, clientId: '', scopes: [], extra: { serve } };
      void handle(Object.assign(request, { auth }) as Parameters<typeof handle>[0], response);
    }
  });
  server.on('error', (error) => {
    log.fatal(`cannot listen on ${host}:${port}: ${error.message}`);
    process.exitCode = 1;
  });
  server.listen(port, host, () => {
    log.info(`MCP server at http://${host}:${(server.address() as AddressInfo).port}/mcp`);
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      server.close(() => process.exit(0));
      // Open streams of clients end only here.
      setTimeout(() => server.closeAllConnections(), SHUTDOWN_TIMEOUT_MS).unref();
    });
}

/** Cancellable calls of 2025 protocol clients, by session and call id. */
class RunningCalls {
  readonly #running = new Map<string, AbortController>();

  watch(server: McpServer, record: CallRecord, caller: string, response: ServerResponse): McpServer {
    const nameOf = (id: RequestId | undefined): string => `${caller} ${JSON.stringify(id)}`;
    record.begin = (id) => {
      const abort = new AbortController();
      this.#running.set(nameOf(id), abort);
      response.once('close', () => {
        this.#running.delete(nameOf(id));
        abort.abort();
      });
      return abort.signal;
    };
    server.server.setNotificationHandler('notifications/cancelled', ({ params }) =>
      this.#running.get(nameOf(params.requestId))?.abort(),
    );
    return server;
  }
}

/** Excludes headers, URL and body, as they carry keys and questions. */
function logWhenClosed(log: Logger, request: IncomingMessage, response: ServerResponse, record: CallRecord): void {
  const [reqId, startedAt] = [randomUUID(), performance.now()];
  response.setHeader('x-request-id', reqId);
  response.once('close', () => {
    const ms = Math.round((performance.now() - startedAt) * 100) / 100;
    const cancelled = response.writableFinished ? undefined : true;
    const { tool, error } = record;
    log.info({ reqId, method: request.method, status: response.statusCode, ms, tool, error, cancelled });
  });
}

function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { code, message } }));
}
