import { Agent, request } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/**
 * A request without an answer ends after this, so that a service that stops answering fails a test and does not hang
 * it.
 */
const NO_ANSWER_MS = 240_000;

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** As received: compressed if the request asked for that. */
  readonly bytes: Buffer;
  /** Decompressed. */
  readonly body: string;
}

export interface HttpRequest {
  readonly method?: string;
  /** Sent as it stands, so that `#`, odd percent-encoding and bytes above 0x7f reach the parser of the service. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body?: string | Buffer | object;
}

const DECOMPRESS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  identity: (bytes) => bytes,
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** Sends requests over keep-alive connections to loopback. */
export class HttpClient {
  private readonly agent: Agent;

  constructor(connections: number) {
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** A GET, or a POST of a body, with a key. */
  send(url: string, key: string, body?: object): Promise<HttpAnswer> {
    const { origin } = new URL(url);
    return this.exchange(origin, {
      target: url.slice(origin.length),
      headers: { authorization: `Bearer ${key}` },
      ...(body && { method: 'POST', body }),
    });
  }

  exchange(origin: string, { method = 'GET', target, headers, body }: HttpRequest): Promise<HttpAnswer> {
    const { hostname, port } = new URL(origin);
    const isJson = typeof body === 'object' && !Buffer.isBuffer(body);
    const sent = isJson ? JSON.stringify(body) : body;
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          hostname,
          port,
          path: target,
          method,
          agent: this.agent,
          timeout: NO_ANSWER_MS,
          headers: {
            ...(isJson && { 'content-type': 'application/json' }),
            // Also for methods whose bodies Node would send without a length.
            ...(sent !== undefined && { 'content-length': String(Buffer.byteLength(sent)) }),
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const bytes = Buffer.concat(chunks);
            const decompress = DECOMPRESS[response.headers['content-encoding'] ?? 'identity'];
            // A HEAD or a 304 may name an encoding without having a body.
            const text = bytes.length === 0 ? '' : decompress?.(bytes).toString();
            if (text === undefined) reject(new Error(`unknown encoding ${response.headers['content-encoding']}`));
            else resolve({ status: response.statusCode!, headers: response.headers, bytes, body: text });
          });
        },
      );
      outgoing.on('error', reject);
      outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${NO_ANSWER_MS / 1000} s`)));
      outgoing.end(sent);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
