import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { printTable } from '../measure/figures.ts';
import { startService } from '../measure/server-process.ts';
import { cellsOf, type Contender, headingsOf, interleave, type Rounds } from './interleave.ts';
import type { BenchMarket } from './market.ts';
import { routeTargets, SET_ROUTE } from './routes.ts';
import { captureBytes, environmentOf, startLayers, startOurs } from './servers.ts';

/** Beside the bundle, because that names other files by their place. */
const BUNDLE = resolve('apps/api/dist/bundle');
const copyOf = ({ name }: Part): string => resolve('apps/api/dist', `without-${name.replaceAll(' ', '-')}`);

/** A part of the product that can be taken out of it: by a setting, or with the line that brings it in. */
interface Part {
  readonly name: string;
  readonly settings?: NodeJS.ProcessEnv;
  readonly line?: RegExp;
  /** What stands in the line's place, where it is the body of a condition. */
  readonly instead?: string;
}

const PARTS: readonly Part[] = [
  // Twice what Node allows: what is short-lived is collected half as often, for more memory.
  { name: 'small young generation', settings: { NODE_OPTIONS: '--max-semi-space-size=32' } },
  { name: 'requests kept young', line: /keepRequestsYoung\(\);/ },
  { name: 'log', settings: { LOG_REQUESTS: 'off' } },
  { name: 'metrics', settings: { METRICS_PORT: '' } },
  { name: 'status page', line: /\(answered\) => tally\.count\(answered\),/ },
  { name: 'usage by route', line: /\(answered\) => routes\.count\(answered\),/ },
  { name: 'compression', line: /await useCompression\(app\);/ },
  { name: 'cors', line: /await useCors\(app, \w+\);/, instead: ';' },
  { name: 'draining', line: /useDrainHook\(adapter\.getInstance\(\), app\.get\(ServiceState\)\);/ },
  { name: 'load shedding', line: /useLoadShedding\(server, app\.get\(RequestLimits\), .+\);/ },
  { name: 'validation', line: /\{ provide: \w+, useClass: StrictValidationPipe \},/ },
];

/** GET /set/{number} by our service, by our service without one of its parts each, and by the frame with all layers. */
export async function compareParts(
  market: BenchMarket,
  bytesFolder: string,
  connections: number,
  rounds: Rounds,
  say: (line: string) => void,
): Promise<unknown> {
  say(`${SET_ROUTE}, with a part taken out`);
  const target = routeTargets(market).get(SET_ROUTE)!;
  const ours = await startOurs(market);
  const contenders: Contender[] = [ours];
  try {
    contenders.push(await startLayers(market, 'log', await captureBytes(ours, target, bytesFolder)));
    for (const part of PARTS) contenders.push(await startWithout(part, market));
    const measured = await interleave(contenders, target, connections, rounds);
    const whole = measured.get('ours')!;
    printTable(
      [`${SET_ROUTE}, ${connections} connections, with a part taken out`, ...headingsOf('ours')],
      [...measured].map(([name, result]) => [name, ...cellsOf(result, whole)]),
    );
    return Object.fromEntries(measured);
  } finally {
    await Promise.all(contenders.map((contender) => contender.stop()));
    await Promise.all(PARTS.map((part) => rm(copyOf(part), { recursive: true, force: true })));
  }
}

async function startWithout(part: Part, market: BenchMarket): Promise<Contender> {
  const script = part.line === undefined ? join(BUNDLE, 'main.js') : await copyWithout(part, part.line);
  const server = await startService(`- ${part.name}`, { ...environmentOf(market), ...part.settings }, script);
  return { ...server, postgresPid: market.postgresPid };
}

async function copyWithout(part: Part, line: RegExp): Promise<string> {
  await cp(BUNDLE, copyOf(part), { recursive: true });
  const main = join(copyOf(part), 'main.js');
  const program = await readFile(main, 'utf8');
  if (!line.test(program)) throw new Error(`the service has no line ${line.source} that brings in ${part.name}`);
  await writeFile(main, program.replace(line, part.instead ?? ''));
  return main;
}
