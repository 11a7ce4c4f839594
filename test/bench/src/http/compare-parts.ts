import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { printTable } from '../measure/figures.ts';
import { startService } from '../measure/server-process.ts';
import { cellsOf, type Contender, headingsOf, interleave, type Rounds } from './interleave.ts';
import type { BenchMarket } from './market.ts';
import { routeTargets, SET_ROUTE } from './routes.ts';
import { captureBytes, environmentOf, startLayers, startOurs } from './servers.ts';

const BUNDLE = resolve('apps/api/dist/bundle');

/** A part of the product that can be taken out of it: by a setting, or with the line that brings it in. */
interface Part {
  readonly name: string;
  readonly settings?: NodeJS.ProcessEnv;
  readonly line?: RegExp;
}

/** How memory is collected: nothing that requests pass through. */
const COLLECTION: readonly Part[] = [
  // Twice what Node allows: what is short-lived is collected half as often, for more memory.
  { name: 'small young generation', settings: { NODE_OPTIONS: '--max-semi-space-size=32' } },
  { name: 'requests kept young', line: /keepRequestsYoung\(\);/ },
];

/** What every request passes through. */
const PARTS: readonly Part[] = [
  { name: 'log', settings: { LOG_REQUESTS: 'off' } },
  { name: 'metrics', settings: { METRICS_PORT: '' } },
  { name: 'status page', line: /\(answered\) => tally\.count\(answered\),/ },
  { name: 'usage by route', line: /\(answered\) => routes\.count\(answered\),/ },
  { name: 'compression', line: /await useCompression\(app\);/ },
  { name: 'draining', line: /useDrainHook\(adapter\.getInstance\(\), app\.get\(ServiceState\)\);/ },
  { name: 'load shedding', line: /useLoadShedding\(server, app\.get\(RequestLimits\), .+\);/ },
  { name: 'strict input', line: /,\s+\{ provide: \w+, useClass: StrictInputGuard \}/ },
];

/** The product without some of its parts. */
interface Lesser {
  readonly name: string;
  readonly lacks: readonly Part[];
}

const LESSER: readonly Lesser[] = [
  ...[...COLLECTION, ...PARTS].map((part) => ({ name: `- ${part.name}`, lacks: [part] })),
  { name: 'core', lacks: PARTS },
  ...PARTS.map((part) => ({ name: `core + ${part.name}`, lacks: PARTS.filter((other) => other !== part) })),
];

/** Beside the bundle, because that names other files by their place. */
const copyOf = ({ name }: Lesser): string => resolve('apps/api/dist', `lesser ${name}`.replaceAll(/[ +-]+/g, '-'));

/**
 * GET /set/{number} by our service, by the frame with all layers, and by our service both ways: without one of its
 * parts each, and its core, which has none of them, with one each.
 */
export async function compareParts(
  market: BenchMarket,
  bytesFolder: string,
  connections: number,
  rounds: Rounds,
  say: (line: string) => void,
): Promise<unknown> {
  say(`${SET_ROUTE}, with a part taken out, and with one added to the core`);
  const target = routeTargets(market).get(SET_ROUTE)!;
  const ours = await startOurs(market);
  const contenders: Contender[] = [ours];
  try {
    contenders.push(await startLayers(market, 'log', await captureBytes(ours, target, bytesFolder)));
    for (const lesser of LESSER) contenders.push(await startLesser(lesser, market));
    const measured = await interleave(contenders, target, connections, rounds);
    const whole = measured.get('ours')!;
    printTable(
      [`${SET_ROUTE}, ${connections} connections, by parts`, ...headingsOf('ours')],
      [...measured].map(([name, result]) => [name, ...cellsOf(result, whole)]),
    );
    return Object.fromEntries(measured);
  } finally {
    await Promise.all(contenders.map((contender) => contender.stop()));
    await Promise.all(LESSER.map((lesser) => rm(copyOf(lesser), { recursive: true, force: true })));
  }
}

async function startLesser(lesser: Lesser, market: BenchMarket): Promise<Contender> {
  const settings = Object.assign({}, ...lesser.lacks.map((part) => part.settings)) as NodeJS.ProcessEnv;
  const script = await programOf(lesser);
  const server = await startService(lesser.name, { ...environmentOf(market), ...settings }, script);
  return { ...server, postgresPid: market.postgresPid };
}

async function programOf(lesser: Lesser): Promise<string> {
  const main = join(BUNDLE, 'main.js');
  const whole = await readFile(main, 'utf8');
  const rest = lesser.lacks.reduce(without, whole);
  if (rest === whole) return main;
  await cp(BUNDLE, copyOf(lesser), { recursive: true });
  const copy = join(copyOf(lesser), 'main.js');
  await writeFile(copy, rest);
  return copy;
}

function without(program: string, { name, line }: Part): string {
  if (line === undefined) return program;
  if (!line.test(program)) throw new Error(`the service has no line ${line.source} that brings in ${name}`);
  return program.replace(line, '');
}
