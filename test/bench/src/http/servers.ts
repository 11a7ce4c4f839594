import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type ServerProcess, startServer, startService } from '../measure/server-process.ts';
import type { Target } from './load.ts';
import type { BenchMarket } from './market.ts';

const SEVERAL_PROCESSES = resolve('apps/api/dist/cluster/main.js');

/** Our service on the market, as in production. */
export function startOurs(market: BenchMarket, name = 'ours'): Promise<ServerProcess> {
  return startService(name, environmentOf(market));
}

/** Our service as several processes behind one port. */
export function startOursInTwo(market: BenchMarket, name: string): Promise<ServerProcess> {
  return startService(name, { ...environmentOf(market), PROCESSES: '2' }, SEVERAL_PROCESSES);
}

/** Bare Fastify that repeats an answer of ours. */
export function startFloor(bytesFile: string): Promise<ServerProcess> {
  return startServer('floor', new URL('floor.server.js', import.meta.url), { BYTES_FILE: bytesFile });
}

/** The frame our service is built in, empty, that repeats an answer of ours. */
export function startFrame(bytesFile: string): Promise<ServerProcess> {
  return startServer('frame', new URL('frame.server.js', import.meta.url), { BYTES_FILE: bytesFile });
}

export function startHandWritten(market: BenchMarket): Promise<ServerProcess> {
  return startServer('hand-written', new URL('handwritten.server.js', import.meta.url), {
    DATABASE_URL: market.ownerUrl,
  });
}

export function startPlain(market: BenchMarket): Promise<ServerProcess> {
  return startServer('plain', new URL('plain/plain.server.js', import.meta.url), { DATABASE_URL: market.ownerUrl });
}

/** Writes what our service answers to the first request of a target to a file, for the floor to repeat. */
export async function captureBytes(ours: ServerProcess, target: Target, folder: string): Promise<string> {
  const response = await fetch(ours.url + target.paths[0]!, {
    headers: { authorization: `Bearer ${target.key}`, ...(target.body && { 'content-type': 'application/json' }) },
    ...(target.body && { method: 'POST', body: target.body }),
  });
  if (response.status !== 200) throw new Error(`${target.paths[0]}: ${response.status} ${await response.text()}`);
  const file = join(folder, 'bytes');
  await writeFile(file, Buffer.from(await response.arrayBuffer()));
  return file;
}

function environmentOf(market: BenchMarket): NodeJS.ProcessEnv {
  return { DATABASE_URL: market.ownerUrl, DATABASE_API_URL: market.apiUrl, METRICS_PORT: '0' };
}
