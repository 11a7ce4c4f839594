import { BrickmarketError, type RateLimit } from '@brickmarket/client';
import type { Extension, Tool, ToolApi } from '@brickmarket/extension';
import { fromJsonSchema, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { naming } from './arguments.ts';

export type ExtensionArguments = Readonly<Record<string, unknown>>;

export interface ExtensionTool {
  readonly extension: string;
  readonly tool: Tool;
  readonly inputSchema: StandardSchemaWithJSON<ExtensionArguments, ExtensionArguments>;
}

/** Built once: servers are created per HTTP request, and compiling schemas is slow. */
export function extensionTools(extensions: readonly Extension[]): readonly ExtensionTool[] {
  return extensions.flatMap(({ name: extension, tools = [] }) =>
    tools.map((tool) => {
      const schema = fromJsonSchema<ExtensionArguments>({
        type: 'object',
        properties: { ...tool.arguments },
        ...(tool.required !== undefined && { required: [...tool.required] }),
        additionalProperties: false,
      });
      return { extension, tool, inputSchema: naming(Object.keys(tool.arguments), schema) };
    }),
  );
}

const TIMEOUT_MS = 10_000;

/** Calls extension routes with the caller's key and tracks its quota. */
export class ExtensionApi implements ToolApi {
  rateLimit: RateLimit | null = null;

  constructor(
    private readonly prefix: URL,
    private readonly apiKey: string,
    private readonly signal: AbortSignal,
  ) {}

  async request(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> {
    const response = await this.send(method, path, body);
    const limit = response.headers.get('x-ratelimit-limit');
    if (limit !== null)
      this.rateLimit = {
        limit: Number(limit),
        remaining: Number(response.headers.get('x-ratelimit-remaining')),
        reset: new Date(response.headers.get('x-ratelimit-reset')!),
      };
    if (response.status === 204) return null;
    const answer = (await response.json().catch(() => ({}))) as {
      readonly data?: unknown;
      readonly error?: { readonly code: string; readonly message: string };
    };
    if (response.ok) return answer.data;
    const { code, message } = answer.error ?? { code: 'UnexpectedAnswer', message: `HTTP status ${response.status}` };
    throw this.#error(response.status, code, message);
  }

  private send(method: string, path: string, body?: object): Promise<Response> {
    return fetch(`${this.prefix.href}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.apiKey}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.any([this.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    }).catch((): never => {
      throw this.#error(0, 'Network', `no answer from ${this.prefix.origin}`);
    });
  }

  #error(status: number, code: string, message: string): BrickmarketError {
    const { rateLimit } = this;
    return new BrickmarketError({ status, code, message, requestId: null, retryAfterMs: null, rateLimit });
  }
}
