import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import autocannon from 'autocannon';

/** Requests of one kind, taken in turn. */
export interface Target {
  readonly paths: readonly string[];
  readonly key: string;
  /** A JSON body, sent by POST. */
  readonly body?: string;
  /** Asks for the answer to be packed, as most clients do; unpacking is not part of the time. */
  readonly packed?: boolean;
}

export interface LoadResult {
  /** Of those that were answered 200. */
  readonly requestsPerSecond: number;
  /** Of all requests, those that were refused. */
  readonly refusedShare: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const run = promisify(execFile);

/** wrk asks for much less of the machine than a generator in node, so it is used where it is installed. */
export const generator: 'wrk' | 'autocannon' = hasWrk() ? 'wrk' : 'autocannon';

/** So many connections a server has to bear without refusing anybody. */
const BEARABLE = 64;

/** Keeps a number of connections busy for a while. Refusals fail the measurement where a server has no reason for them. */
export async function load(url: string, target: Target, connections: number, seconds: number): Promise<LoadResult> {
  const result = await (generator === 'wrk'
    ? loadWithWrk(url, target, connections, seconds)
    : loadWithAutocannon(url, target, connections, seconds));
  if (connections <= BEARABLE && result.refusedShare > 0)
    throw new Error(`${(100 * result.refusedShare).toFixed(1)} % of the requests to ${target.paths[0]} failed`);
  return result;
}

async function loadWithWrk(url: string, target: Target, connections: number, seconds: number): Promise<LoadResult> {
  const folder = await mkdtemp(join(tmpdir(), 'brickmarket-bench-'));
  try {
    const script = join(folder, 'requests.lua');
    await writeFile(script, requestScript(target));
    const { stdout } = await run('wrk', [
      '-t1',
      `-c${connections}`,
      `-d${seconds}s`,
      '--timeout',
      '10s',
      '-s',
      script,
      url,
    ]);
    const [requestsPerSecond, p50Ms, p99Ms, refusedShare, broken] = stdout
      .trim()
      .split('\n')
      .at(-1)!
      .split(' ')
      .map(Number) as [number, number, number, number, number];
    if (broken > 0) throw new Error(`${broken} requests to ${target.paths[0]} were not answered`);
    return { requestsPerSecond, p50Ms, p99Ms, refusedShare };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function headersOf({ key, body, packed }: Target): Record<string, string> {
  return {
    authorization: `Bearer ${key}`,
    ...(body && { 'content-type': 'application/json' }),
    ...(packed && { 'accept-encoding': 'br' }),
  };
}

function requestScript(target: Target): string {
  const { paths, body } = target;
  const headers = `{${Object.entries(headersOf(target))
    .map(([name, value]) => `["${name}"]="${value}"`)
    .join(',')}}`;
  return `
local paths = {${paths.map((path) => JSON.stringify(path)).join(',')}}
local requests, at = {}, 0
function init() for i, path in ipairs(paths) do requests[i] = wrk.format("${body ? 'POST' : 'GET'}", path, ${headers}, ${body ? JSON.stringify(body) : 'nil'}) end end
function request() at = at % #requests + 1 return requests[at] end
function done(summary, latency)
  local refused = summary.errors.status
  local broken = summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout
  print(string.format("\\n%.1f %.3f %.3f %.5f %d", (summary.requests - refused) / (summary.duration / 1e6), latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, refused / summary.requests, broken))
end`;
}

async function loadWithAutocannon(
  url: string,
  target: Target,
  connections: number,
  seconds: number,
): Promise<LoadResult> {
  const { paths, body } = target;
  const headers = headersOf(target);
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: paths.map((path) => ({ path, headers, ...(body ? { method: 'POST' as const, body } : {}) })),
  });
  if (result.errors > 0) throw new Error(`${result.errors} requests to ${paths[0]} were not answered`);
  return {
    requestsPerSecond: result['2xx'] / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    refusedShare: result.non2xx / result.requests.total,
  };
}

function hasWrk(): boolean {
  try {
    execFileSync('wrk', ['-v'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    // It prints its version and exits with 1.
    return (error as { code?: string }).code !== 'ENOENT';
  }
}
