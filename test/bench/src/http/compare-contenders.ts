import { printTable } from '../measure/figures.ts';
import { cellsOf, headingsOf, interleave, type Measured, type Rounds } from './interleave.ts';
import type { BenchMarket } from './market.ts';
import { routeTargets, SET_ROUTE } from './routes.ts';
import { LAYERS } from './layers.ts';
import { captureBytes, startFloor, startHandWritten, startLayers, startOurs, startPlain } from './servers.ts';

/** GET /set/{number} by everyone, at each number of connections. */
export async function compareContenders(
  market: BenchMarket,
  bytesFolder: string,
  connections: readonly number[],
  rounds: Rounds,
  say: (line: string) => void,
): Promise<unknown> {
  const target = routeTargets(market).get(SET_ROUTE)!;
  const ours = await startOurs(market);
  const bytes = await captureBytes(ours, target, bytesFolder);
  const contenders = [await startFloor(bytes), await startHandWritten(market), await startPlain(market), ours];
  try {
    const results = [];
    for (const count of connections) {
      say(`${SET_ROUTE} at ${count} connections`);
      const measured = await interleave(contenders, target, count, rounds);
      results.push({ connections: count, results: Object.fromEntries(measured) });
      const floor = measured.get('floor')!;
      printTable(
        [`${SET_ROUTE}, ${count} connections`, ...headingsOf('the floor')],
        [...measured].map(([name, result]) => [name, ...cellsOf(result, floor)]),
      );
    }
    return results;
  } finally {
    await Promise.all(contenders.map((contender) => contender.stop()));
  }
}

/** GET /set/{number} by bare Fastify, by each layer of our frame on top of it, and by our service. */
export async function compareLayers(
  market: BenchMarket,
  bytesFolder: string,
  connections: number,
  rounds: Rounds,
  say: (line: string) => void,
): Promise<Readonly<Record<string, Measured>>> {
  say(`${SET_ROUTE}, layer by layer`);
  const target = routeTargets(market).get(SET_ROUTE)!;
  const ours = await startOurs(market);
  const bytes = await captureBytes(ours, target, bytesFolder);
  const contenders = [await startFloor(bytes)];
  for (const layer of LAYERS) contenders.push(await startLayers(market, layer, bytes));
  contenders.push(ours);
  try {
    const measured = await interleave(contenders, target, connections, rounds);
    const floor = measured.get('floor')!;
    printTable(
      [`${SET_ROUTE}, ${connections} connections, layer by layer`, ...headingsOf('the floor')],
      [...measured].map(([name, result]) => [name, ...cellsOf(result, floor)]),
    );
    return Object.fromEntries(measured);
  } finally {
    await Promise.all(contenders.map((contender) => contender.stop()));
  }
}

/** One key for all requests, which shares a charge among many: no caller's life, but easy to compare with others'. */
export async function measureOneKey(
  market: BenchMarket,
  connections: number,
  rounds: Rounds,
  say: (line: string) => void,
): Promise<unknown> {
  say(`${SET_ROUTE} with one key`);
  const many = routeTargets(market).get(SET_ROUTE)!;
  const ours = await startOurs(market);
  try {
    const thousand = (await interleave([ours], many, connections, rounds)).get('ours')!;
    const one = (await interleave([ours], { ...many, keys: many.keys.slice(0, 1) }, connections, rounds)).get('ours')!;
    printTable(
      [`${SET_ROUTE}, ${connections} connections, ours`, ...headingsOf('1,000 keys')],
      [
        ['1,000 keys', ...cellsOf(thousand, thousand)],
        ['one key', ...cellsOf(one, thousand)],
      ],
    );
    return { thousand, one };
  } finally {
    await ours.stop();
  }
}
