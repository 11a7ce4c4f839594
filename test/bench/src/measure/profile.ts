import { existsSync, readFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const POLL_MS = 100;
const MOST_POLLS = 300;

/** What a server is started with so that it can be profiled. */
export function profiledInto(file: string): NodeJS.ProcessEnv {
  return { NODE_OPTIONS: `--import ${new URL('profile.process.js', import.meta.url).href}`, PROFILE_FILE: file };
}

/** By place, the time that the main thread of a server spent there meanwhile; microseconds. */
export async function profileOf(
  pid: number,
  file: string,
  meanwhile: () => Promise<void>,
): Promise<ReadonlyMap<string, number>> {
  process.kill(pid, 'SIGUSR2');
  await meanwhile();
  process.kill(pid, 'SIGUSR2');
  for (let poll = 0; !existsSync(file); poll++) {
    if (poll === MOST_POLLS) throw new Error(`process ${pid} wrote no profile`);
    await pause(POLL_MS);
  }
  return timeByPlace(JSON.parse(readFileSync(file, 'utf8')) as Profiler.Profile);
}

function timeByPlace({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): ReadonlyMap<string, number> {
  const placeOfNode = new Map(nodes.map(({ id, callFrame }) => [id, placeOf(callFrame)]));
  const times = new Map<string, number>();
  for (const [at, node] of samples.entries()) {
    const place = placeOfNode.get(node)!;
    if (place !== null) times.set(place, (times.get(place) ?? 0) + timeDeltas[at]!);
  }
  return times;
}

type Rules = readonly (readonly [pattern: RegExp, place: string])[];

/** By the name of a function without a file. */
const NATIVE: Rules = [
  [/^\(garbage collector\)$/, 'garbage collection'],
  [/^write/, 'writing to sockets and files'],
  [/^(runMicrotasks|all|next)$/, 'promises'],
];
const OF_NODE: Rules = [
  [/^node:(internal\/process|async_hooks)/, 'promises'],
  [/crypto/, 'hashes and ids'],
  [/http|streams?|net$|events|timers/, 'HTTP, streams and timers of Node'],
];
const PACKAGES: Rules = [
  [/^(@fastify|fastify|find-my-way|light-my-request)/, 'Fastify'],
  [/^@nestjs/, 'Nest'],
  [/^rxjs/, 'rxjs'],
  [/^pg/, 'pg'],
  [/^(pino|sonic-boom)/, 'pino'],
];

function ruled(rules: Rules, text: string, otherwise: string): string {
  return rules.find(([pattern]) => pattern.test(text))?.[1] ?? otherwise;
}

/** Null for the time in which nothing was to be done. */
function placeOf({ functionName, url, lineNumber }: Profiler.Profile['nodes'][number]['callFrame']): string | null {
  if (functionName === '(idle)') return null;
  if (url === '') return ruled(NATIVE, functionName, 'other native code');
  if (url.startsWith('node:')) return ruled(OF_NODE, url, 'other modules of Node');
  const path = url.startsWith('file:') ? fileURLToPath(url) : url;
  const source = path.includes('/bundle/') ? sourceInBundle(path, lineNumber) : path;
  const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1];
  if (name !== undefined) return ruled(PACKAGES, name, 'other packages');
  const ours = /(?:apps\/api|libs\/[^/]+|test\/bench)(?:\/dist(?:\/[^/.]+(?=\/))?)?/.exec(source)?.[0];
  return ours?.replace('/dist', '') ?? 'the bundle itself';
}

const SOURCES = new Map<string, readonly string[]>();

/** The bundler says by a comment where each of the modules begins that it puts together. */
function sourceInBundle(path: string, lineNumber: number): string {
  let sources = SOURCES.get(path);
  if (sources === undefined) {
    let source = '';
    sources = readFileSync(path, 'utf8')
      .split('\n')
      .map((line) => (source = /^\/\/ ((?:node_modules|apps|libs)\/.*)$/.exec(line)?.[1] ?? source));
    SOURCES.set(path, sources);
  }
  return sources[lineNumber] ?? '';
}
