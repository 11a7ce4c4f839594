import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { machineTime, processorMicroseconds, stolenShare } from '../measure/processor-time.ts';

/** Requests of one kind: each path in turn, each key in turn, so that neighbours differ in both. */
export interface Target {
  readonly paths: readonly string[];
  readonly keys: readonly string[];
  /** A JSON body, sent by POST. */
  readonly body?: string;
  /** By key: the ETag of the answer that its caller has already. */
  readonly tags?: ReadonlyMap<string, string>;
  /** Asks for a compressed answer, as most clients do; decompressing is not part of the time. */
  readonly compressed?: boolean;
}

/** Who is asked, and whose processor time it costs. */
export interface Measurable {
  readonly url: string;
  readonly pid: number;
  /** The PostgreSQL server it asks; null when it asks none. */
  readonly postgresPid: number | null;
  /** Address of its metrics; null when it has none. */
  readonly metricsUrl: string | null;
}

export interface LoadResult {
  /** Of those that were answered 200 or 304. */
  readonly requestsPerSecond: number;
  /** Refused requests. */
  readonly refusedShare: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of the server's own processes and of PostgreSQL, per answered request. */
  readonly serverUs: number;
  readonly postgresUs: number;
  /** The share of the machine's time that the host took away meanwhile. */
  readonly stolenShare: number;
}

type Answered = Pick<LoadResult, 'requestsPerSecond' | 'refusedShare' | 'p50Ms' | 'p99Ms'>;

const run = promisify(execFile);

/** wrk asks for much less of the machine than a generator in node, so it is used where it is installed. */
export const generator: 'wrk' | 'autocannon' = hasWrk() ? 'wrk' : 'autocannon';

/** So many connections a server has to bear without refusing anybody. */
const BEARABLE = 64;

const ROUNDS_OF_COMBINATIONS = 5;

/**
 * Keeps a number of connections busy for a while. Refusals fail the measurement where a server has no reason for them.
 */
export async function load(
  server: Measurable,
  target: Target,
  connections: number,
  seconds: number,
): Promise<LoadResult> {
  const postgresTime = (): number => (server.postgresPid === null ? 0 : processorMicroseconds(server.postgresPid));
  const before = { machine: machineTime(), server: processorMicroseconds(server.pid), postgres: postgresTime() };
  const answered = await (generator === 'wrk' ? loadWithWrk : loadWithAutocannon)(
    server.url,
    target,
    connections,
    seconds,
  );
  const requests = answered.requestsPerSecond * seconds;
  if (connections <= BEARABLE && answered.refusedShare > 0)
    throw new Error(
      `${(100 * answered.refusedShare).toFixed(1)} % of the requests to ${target.paths[0]} failed: ` +
        (await failuresOf(server)),
    );
  return {
    ...answered,
    serverUs: (processorMicroseconds(server.pid) - before.server) / requests,
    postgresUs: (postgresTime() - before.postgres) / requests,
    stolenShare: stolenShare(before.machine, machineTime()),
  };
}

/** How often a server has answered with an error, as far as it counts. */
async function failuresOf({ metricsUrl }: Measurable): Promise<string> {
  if (metricsUrl === null) return 'it does not count by status';
  const metrics = await (await fetch(metricsUrl)).text();
  return metrics.match(/^brickmarket_requests_total\{.*status="[45]\d\d"\} \d+$/gm)?.join(', ') ?? 'none is counted';
}

async function loadWithWrk(url: string, target: Target, connections: number, seconds: number): Promise<Answered> {
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

function headersOf(key: string, { body, compressed, tags }: Target): Record<string, string> {
  return {
    authorization: `Bearer ${key}`,
    ...(tags && { 'if-none-match': tags.get(key)! }),
    ...(body && { 'content-type': 'application/json' }),
    ...(compressed && { 'accept-encoding': 'br' }),
  };
}

/** The combinations of paths and keys that are sent, in order. After the last one they are sent again. */
function combinationsOf({ paths, keys }: Target): readonly (readonly [path: string, key: string])[] {
  const longest = Math.max(paths.length, keys.length);
  return Array.from({ length: ROUNDS_OF_COMBINATIONS * longest }, (_, n) => [
    paths[n % paths.length]!,
    // Shifted by one each time round: with as many paths as keys, a path would otherwise keep its key.
    keys[(n + Math.floor(n / longest)) % keys.length]!,
  ]);
}

function requestScript(target: Target): string {
  const { body } = target;
  const { tags, ...withoutTags } = target;
  const luaText = (text: string | undefined): string => (text === undefined ? 'nil' : JSON.stringify(text));
  const lua = (headers: Record<string, string>): string =>
    `{${Object.entries(headers)
      .map(([name, value]) => `["${name}"]="${value}"`)
      .join(',')}}`;
  const requests = combinationsOf(target).map(
    ([path, key]) => `{${JSON.stringify(path)},"${key}",${luaText(tags?.get(key))}}`,
  );
  return `
local combinations = {${requests.join(',\n')}}
local headers = ${lua(headersOf('', withoutTags))}
local requests, at = {}, 0
function init()
  for i, combination in ipairs(combinations) do
    headers["authorization"] = "Bearer " .. combination[2]
    headers["if-none-match"] = combination[3]
    requests[i] = wrk.format(
      "${body ? 'POST' : 'GET'}", combination[1], headers, ${body ? JSON.stringify(body) : 'nil'}
    )
  end
end
function request() at = at % #requests + 1 return requests[at] end
function done(summary, latency)
  local refused = summary.errors.status
  local broken = summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout
  local perSecond = (summary.requests - refused) / (summary.duration / 1e6)
  local p50, p99 = latency:percentile(50) / 1e3, latency:percentile(99) / 1e3
  print(string.format("\\n%.1f %.3f %.3f %.5f %d", perSecond, p50, p99, refused / summary.requests, broken))
end`;
}

async function loadWithAutocannon(
  url: string,
  target: Target,
  connections: number,
  seconds: number,
): Promise<Answered> {
  const { paths, body } = target;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: combinationsOf(target).map(([path, key]) => ({
      path,
      headers: headersOf(key, target),
      ...(body && { method: 'POST' as const, body }),
    })),
  });
  if (result.errors > 0) throw new Error(`${result.errors} requests to ${paths[0]} were not answered`);
  return {
    requestsPerSecond: (result['2xx'] + result['3xx']) / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    refusedShare: (result['4xx'] + result['5xx']) / result.requests.total,
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
