import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ServerProcess, startServer, startService } from '../measure/server-process.ts';
import type { Contender } from './interleave.ts';
import type { Target } from './load.ts';
import type { BenchMarket } from './market.ts';

/** Our service on the market, as in production. */
export async function startOurs(
  market: BenchMarket,
  name = 'ours',
  settings: NodeJS.ProcessEnv = {},
): Promise<ServerProcess & Contender> {
  return { ...(await startService(name, { ...environmentOf(market), ...settings })), postgresPid: market.postgresPid };
}

/** Bare Fastify that repeats an answer of ours. */
export async function startFloor(bytesFile: string): Promise<Contender> {
  const server = await startServer('floor', new URL('floor.server.js', import.meta.url), { BYTES_FILE: bytesFile });
  return { ...server, postgresPid: null };
}

/** Fastify and pg without a framework of its own. */
export async function startHandWritten(market: BenchMarket): Promise<Contender> {
  const script = new URL('handwritten.server.js', import.meta.url);
  const server = await startServer('hand-written', script, { DATABASE_URL: market.ownerUrl });
  return { ...server, postgresPid: market.postgresPid };
}

/** Nest and TypeORM as their guides show them. */
export async function startPlain(market: BenchMarket): Promise<Contender> {
  const script = new URL('plain/plain.server.js', import.meta.url);
  const server = await startServer('plain', script, { DATABASE_URL: market.ownerUrl });
  return { ...server, postgresPid: market.postgresPid };
}

/** Writes what our service answers to the first request of a target to a file, for the floor to repeat. */
export async function captureBytes(ours: Contender, target: Target, folder: string): Promise<string> {
  const response = await fetch(ours.url + target.paths[0]!, {
    headers: { authorization: `Bearer ${target.keys[0]}`, ...(target.body && { 'content-type': 'application/json' }) },
    ...(target.body && { method: 'POST', body: target.body }),
  });
  if (response.status !== 200) throw new Error(`${target.paths[0]}: ${response.status} ${await response.text()}`);
  const file = join(folder, 'bytes');
  await writeFile(file, Buffer.from(await response.arrayBuffer()));
  return file;
}

/** What a service on the market is started with. */
function environmentOf(market: BenchMarket): NodeJS.ProcessEnv {
  return { DATABASE_URL: market.ownerUrl, DATABASE_API_URL: market.apiUrl, METRICS_PORT: '0' };
}
