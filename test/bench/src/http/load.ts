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
}

export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const run = promisify(execFile);

/** wrk asks for much less of the machine than a generator in node, so it is used where it is installed. */
export const generator: 'wrk' | 'autocannon' = hasWrk() ? 'wrk' : 'autocannon';

/** Keeps a number of connections busy for a while. Any answer but 200 fails the measurement. */
export function load(url: string, target: Target, connections: number, seconds: number): Promise<LoadResult> {
  return generator === 'wrk' ? loadWithWrk(url, target, connections, seconds) : loadWithAutocannon(url, target, connections, seconds);
}

async function loadWithWrk(url: string, target: Target, connections: number, seconds: number): Promise<LoadResult> {
  const folder = await mkdtemp(join(tmpdir(), 'brickmarket-bench-'));
  try {
    const script = join(folder, 'requests.lua');
    await writeFile(script, requestScript(target));
    const { stdout } = await run('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', script, url]);
    const [requestsPerSecond, p50Ms, p99Ms, failures] = stdout.trim().split('\n').at(-1)!.split(' ').map(Number) as [number, number, number, number];
    if (failures > 0) throw new Error(`${failures} requests to ${target.paths[0]} failed`);
    return { requestsPerSecond, p50Ms, p99Ms };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function requestScript({ paths, key, body }: Target): string {
  const headers = `{["Authorization"]="Bearer ${key}"${body ? ',["Content-Type"]="application/json"' : ''}}`;
  return `
local paths = {${paths.map((path) => JSON.stringify(path)).join(',')}}
local requests, at = {}, 0
function init() for i, path in ipairs(paths) do requests[i] = wrk.format("${body ? 'POST' : 'GET'}", path, ${headers}, ${body ? JSON.stringify(body) : 'nil'}) end end
function request() at = at % #requests + 1 return requests[at] end
function done(summary, latency)
  local failed = summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout
  print(string.format("\\n%.1f %.3f %.3f %d", summary.requests / (summary.duration / 1e6), latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, failed))
end`;
}

async function loadWithAutocannon(url: string, { paths, key, body }: Target, connections: number, seconds: number): Promise<LoadResult> {
  const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) };
  const result = await autocannon({ url, connections, duration: seconds, requests: paths.map((path) => ({ path, headers, ...(body ? { method: 'POST' as const, body } : {}) })) });
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests to ${paths[0]} failed`);
  return { requestsPerSecond: result.requests.average, p50Ms: result.latency.p50, p99Ms: result.latency.p99 };
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
