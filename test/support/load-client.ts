import { Agent, request } from 'node:http';

/** A request without an answer ends after this, so that a service that stops answering fails a test and does not hang it. */
const NO_ANSWER_MS = 60_000;

export interface LoadAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Many requests over kept connections, from this process to loopback. */
export class LoadClient {
  private readonly agent: Agent;

  constructor(connections: number) {
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  send(url: string, key: string, body?: object): Promise<LoadAnswer> {
    return new Promise((resolve, reject) => {
      const outgoing = request(
        url,
        {
          agent: this.agent,
          timeout: NO_ANSWER_MS,
          method: body ? 'POST' : 'GET',
          headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode!,
              headers: response.headers,
              body: Buffer.concat(chunks).toString(),
            }),
          );
        },
      );
      outgoing.on('error', reject);
      outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${NO_ANSWER_MS / 1000} s`)));
      outgoing.end(body && JSON.stringify(body));
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
