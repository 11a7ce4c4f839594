import { readFileSync } from 'node:fs';
import { Brickmarket } from '@brickmarket/client';
import type { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { loadExtensions } from '@brickmarket/service-runtime/extensions';
import { type ExtensionTool, extensionTools } from './extension-tools.ts';
import { serveHttp } from './serve-http.ts';
import { type CallRecord, createToolServer } from './tools.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'];

const baseUrl = process.env['BRICKMARKET_URL'] || 'http://127.0.0.1:3000/api/v1';
const port = process.env['MCP_PORT'] ?? '';
const key = process.env['BRICKMARKET_KEY'] ?? '';
const logLevel = process.env['LOG_LEVEL'] || 'info';

let tools: readonly ExtensionTool[] = [];
const fault = faultInEnvironment() ?? (await faultInExtensions());
if (fault !== null) {
  process.stderr.write(`brickmarket mcp: ${fault}\n`);
  process.exitCode = 2;
} else if (port !== '')
  serveHttp({
    port: Number(port),
    host: process.env['MCP_HOST'] || '127.0.0.1',
    allowedHosts: (process.env['MCP_ALLOWED_HOSTS'] ?? '').split(',').filter(Boolean),
    logLevel,
    serverFor,
  });
// Standard output carries the protocol and nothing else, so errors go to standard error.
else serveStdio(() => serverFor(key), { onerror: (error) => void process.stderr.write(`mcp: ${error.message}\n`) });

function serverFor(apiKey: string, record?: CallRecord): McpServer {
  // The address at which this process reaches the API need not be one that people can open.
  const methodUrl = process.env['MCP_METHOD_URL'] || new URL('/methodology', baseUrl).href;
  return createToolServer(new Brickmarket({ baseUrl, apiKey }), { version, methodUrl }, record, {
    tools,
    apiKey: apiKey.trim(),
    baseUrl,
  });
}

/** Why the tools of extensions cannot be offered; null when they can. */
async function faultInExtensions(): Promise<string | null> {
  try {
    tools = extensionTools((await loadExtensions(process.env)).all);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Why it cannot start; null when it can. */
function faultInEnvironment(): string | null {
  if (port !== '' && (!/^\d{1,5}$/.test(port) || Number(port) > 65_535))
    return 'MCP_PORT must be a port from 0 to 65535';
  if (!LOG_LEVELS.includes(logLevel)) return `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}`;
  if (port === '' && key === '')
    return 'BRICKMARKET_KEY is needed: the API key to ask with (or MCP_PORT, to serve HTTP)';
  try {
    void new Brickmarket({ baseUrl, apiKey: key });
    return null;
  } catch (error) {
    return `BRICKMARKET_URL or BRICKMARKET_KEY is wrong: ${(error as Error).message}`;
  }
}
