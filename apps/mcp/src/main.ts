import { readFileSync } from 'node:fs';
import { Brickmarket } from '@brickmarket/client';
import type { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import {
  loadExtensions,
  surviveRejectionsOfExtensions,
  UNHANDLED_REJECTION,
} from '@brickmarket/service-runtime/extensions';
import { faultOf, misspeltVariables, takeSecretsFromFiles } from '@brickmarket/service-runtime/variables';
import { type ExtensionTool, extensionTools } from './extension-tools.ts';
import { serveHttp } from './serve-http.ts';
import { type CallRecord, createToolServer } from './tools.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

surviveRejectionsOfExtensions(
  (extension, reason) => void process.stderr.write(`mcp: ${extension}: ${UNHANDLED_REJECTION}: ${String(reason)}\n`),
);
const fileFault = faultInSecretFiles();
const baseUrl = process.env['BRICKMARKET_URL'] || 'http://127.0.0.1:3000/api/v1';
const port = process.env['MCP_PORT'] ?? '';
const key = process.env['BRICKMARKET_KEY'] ?? '';
const logLevel = process.env['LOG_LEVEL'] || 'info';

let tools: readonly ExtensionTool[] = [];
const fault = fileFault ?? faultInEnvironment() ?? (await faultInExtensions());
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
// Standard output carries only the protocol, so errors go to standard error.
else serveStdio(() => serverFor(key), { onerror: (error) => void process.stderr.write(`mcp: ${error.message}\n`) });

function serverFor(apiKey: string, record?: CallRecord): McpServer {
  // The API's internal address may not be public.
  const methodUrl = process.env['MCP_METHOD_URL'] || new URL('/methodology', baseUrl).href;
  return createToolServer(new Brickmarket({ baseUrl, apiKey }), { version, methodUrl }, record, {
    tools,
    apiKey: apiKey.trim(),
    baseUrl,
  });
}

function faultInSecretFiles(): string | null {
  try {
    takeSecretsFromFiles(process.env);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

async function faultInExtensions(): Promise<string | null> {
  try {
    tools = extensionTools((await loadExtensions(process.env)).all);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

function faultInEnvironment(): string | null {
  const faults = [...misspeltVariables(process.env)];
  for (const [name, value] of Object.entries({ MCP_PORT: port, LOG_LEVEL: logLevel })) {
    const refused = value === '' ? null : faultOf(name, value);
    if (refused !== null) faults.push(`${name} ${refused}`);
  }
  if (port === '' && key === '')
    faults.push('BRICKMARKET_KEY is needed: the API key to ask with (or MCP_PORT, to serve HTTP)');
  else
    try {
      void new Brickmarket({ baseUrl, apiKey: key });
    } catch (error) {
      faults.push(`BRICKMARKET_URL or BRICKMARKET_KEY is wrong: ${(error as Error).message}`);
    }
  return faults.length === 0 ? null : faults.join('\n');
}
