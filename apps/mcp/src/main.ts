import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Brickmarket } from '@brickmarket/client';
import { hostHeaderValidation, originValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createToolServer } from './tools.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const BEARER = /^Bearer +(\S+)$/i;
const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

const baseUrl = process.env['BRICKMARKET_URL'] || 'http://127.0.0.1:3000/api/v1';
const methodUrl = new URL('/methodology', baseUrl).href;

function serverFor(apiKey: string): McpServer {
  return createToolServer(new Brickmarket({ baseUrl, apiKey }), version, methodUrl);
}

/** Whoever started us speaks to us on standard input, with the key of the environment. */
function serveStandardInput(apiKey: string): void {
  // Everything printed to standard output is protocol, so what goes wrong is said on standard error.
  serveStdio(() => serverFor(apiKey), { onerror: (error) => void process.stderr.write(`mcp: ${error.message}\n`) });
}

/** Stateless: each request carries its caller's key, which is passed on to the API and kept nowhere. */
function serveHttp(port: number): void {
  const host = process.env['MCP_HOST'] || '127.0.0.1';
  const names = [...LOCAL, ...(process.env['MCP_ALLOWED_HOSTS'] ?? '').split(',').filter(Boolean)];
  // A page in somebody's browser must not reach us under a name of its own that leads here (DNS rebinding).
  const [isHostAllowed, isOriginAllowed] = [hostHeaderValidation(names), originValidation(names)];
  const handle = toNodeHandler(
    createMcpHandler(({ requestInfo }) =>
      serverFor(BEARER.exec(requestInfo?.headers.get('authorization') ?? '')?.[1] ?? ''),
    ),
  );
  const server = createServer((request, response) => {
    if (!isHostAllowed(request, response) || !isOriginAllowed(request, response)) return;
    if (request.url?.split('?')[0] !== '/mcp') answer(response, 404, 'NotFound', 'the tools are served at /mcp');
    else if (!BEARER.test(request.headers.authorization ?? ''))
      answer(
        response.setHeader('www-authenticate', 'Bearer'),
        401,
        'MissingApiKey',
        'send Authorization: Bearer <API_KEY>',
      );
    else void serve(request, response);
  });
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      await handle(request as Parameters<typeof handle>[0], response);
    } catch (error) {
      process.stderr.write(`mcp: ${error instanceof Error ? error.message : String(error)}\n`);
      if (response.headersSent) response.destroy();
      else answer(response, 500, 'InternalError', 'something went wrong here');
    }
  };
  server.listen(port, host, () => {
    const address = server.address();
    const bound = typeof address === 'object' && address ? address.port : port;
    process.stdout.write(`MCP server at http://${host}:${bound}/mcp, for the API at ${baseUrl}\n`);
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      server.close(() => process.exit(0));
      server.closeIdleConnections();
    });
}

function answer(response: ServerResponse, status: number, code: string, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { code, message } }));
}

const port = process.env['MCP_PORT'] ?? '';
const key = process.env['BRICKMARKET_KEY'] ?? '';
if (port !== '' && (!/^\d{1,5}$/.test(port) || Number(port) > 65_535))
  refuse('MCP_PORT must be a port from 0 to 65535');
else if (port !== '') serveHttp(Number(port));
else if (key === '') refuse('BRICKMARKET_KEY is needed: the API key to ask with (or MCP_PORT, to serve HTTP)');
else serveStandardInput(key);

function refuse(reason: string): void {
  process.stderr.write(`brickmarket mcp: ${reason}\n`);
  process.exitCode = 2;
}
