import { type ChildProcess, spawn } from 'node:child_process';
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { eventually, exitOf } from './eventually.ts';
import { BUSY_MS } from './service-environment.ts';

/** How the MCP server is started. */
export const MCP_COMMAND = ['apps/cli/dist/bundle/main.js', 'mcp'];

export const MCP_TOOLS = [
  'find_sets',
  'get_sets',
  'value_history',
  'value_forecast',
  'what_changed',
  'retail_prices',
  'my_collection',
  'my_performance',
  'my_sales',
  'explain_value',
];

export const MCP_CONNECTIONS = (['stdio', 'HTTP'] as const).flatMap((transport) =>
  (['2025', '2026'] as const).map((year) => ({ transport, year })),
);
export type McpConnection = (typeof MCP_CONNECTIONS)[number];

/** What a tool answers in structured form. */
export interface ToolAnswer {
  readonly notice: string;
  readonly answer: unknown;
  readonly about_values?: string;
  readonly method: string;
  readonly next: Readonly<Record<string, unknown>> | null;
  readonly allowance: { readonly limit: number; readonly remaining: number; readonly reset: string };
}

/** By the tokenizer o200k_base, as JSON; that of another model may need more or less. */
export function tokensOf(value: unknown): number {
  return countTokens(JSON.stringify(value));
}

export function textOf(result: CallToolResult): string {
  return (result.content[0] as { text: string }).text;
}

/** The MCP server over HTTP as a process of its own, and official clients of it or of a server on standard input. */
export class McpProcess {
  private readonly clients: Client[] = [];

  private constructor(
    private readonly child: ChildProcess,
    private readonly apiUrl: string,
    readonly url: URL,
    private readonly output: { text: string },
  ) {}

  static async start(apiUrl: string, settings: NodeJS.ProcessEnv = {}): Promise<McpProcess> {
    const output = { text: '' };
    const child = spawn(process.execPath, MCP_COMMAND, {
      env: { PATH: process.env['PATH'], BRICKMARKET_URL: apiUrl, MCP_PORT: '0', ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout.on('data', (chunk: Buffer) => (output.text += chunk.toString()));
    const url = await eventually('the address of the MCP server', () => /http:\S+\/mcp/.exec(output.text)?.[0]);
    return new McpProcess(child, apiUrl, new URL(url), output);
  }

  /** Everything that the HTTP server has printed. */
  get printed(): string {
    return this.output.text;
  }

  async connect({ transport, year }: McpConnection, apiKey: string): Promise<Client> {
    const mode = year === '2025' ? 'legacy' : { pin: '2026-07-28' };
    const client = new Client({ name: 'spec', version: '1' }, { versionNegotiation: { mode } });
    this.clients.push(client);
    const env = { PATH: process.env['PATH']!, BRICKMARKET_URL: this.apiUrl, BRICKMARKET_KEY: apiKey };
    await client.connect(
      transport === 'stdio'
        ? new StdioClientTransport({ command: process.execPath, args: MCP_COMMAND, env })
        : new StreamableHTTPClientTransport(this.url, {
            requestInit: { headers: { authorization: `Bearer ${apiKey}` } },
          }),
    );
    return client;
  }

  async closeClients(): Promise<void> {
    for (const client of this.clients.splice(0)) await client.close();
  }

  async stop(): Promise<void> {
    await this.closeClients();
    this.child.kill('SIGTERM');
    await exitOf(this.child);
  }
}

export function callTool(client: Client, name: string, args: Record<string, unknown> = {}): Promise<CallToolResult> {
  return client.callTool({ name, arguments: args }, { timeout: Number(BUSY_MS) });
}

/** The structured answer; fails when the call was refused. */
export async function askTool(client: Client, name: string, args: Record<string, unknown> = {}): Promise<ToolAnswer> {
  const result = await callTool(client, name, args);
  if (result.isError === true) throw new Error(`${name}: ${textOf(result)}`);
  return result.structuredContent as ToolAnswer;
}
