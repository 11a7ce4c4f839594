import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

interface Crowd {
  readonly clients: number;
  /** Of all clients together. */
  readonly requestsPerSecond: number;
  readonly seconds: number;
}

/**
 * Clients with one connection each, which wait for a random time between a response and the next request: the response
 * times of a service that is not overloaded. Returns them in milliseconds; throws on any response other than 200.
 */
export async function timeThinkingClients(
  nextUrl: () => string,
  headers: Readonly<Record<string, string>>,
  { clients, requestsPerSecond, seconds }: Crowd,
): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const times: number[] = [];
  const end = performance.now() + seconds * 1_000;
  const client = async (): Promise<void> => {
    while (performance.now() < end) {
      await pause((2_000 * Math.random() * clients) / requestsPerSecond);
      const begun = performance.now();
      await ask(nextUrl(), headers, agent);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  return times;
}

function ask(url: string, headers: Readonly<Record<string, string>>, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { headers, agent }, (response) => {
      response
        .resume()
        .on('end', () =>
          response.statusCode === 200 ? resolve() : reject(new Error(`${url}: ${response.statusCode}`)),
        );
    }).on('error', reject);
  });
}
