import { valueMarket } from '@brickmarket/operations';
import { ValuationStore } from '@brickmarket/persistence-ports';
import { Database, Stores } from '@brickmarket/persistence-postgres';
import { BenchServer, withClient } from '../measure/bench-server.ts';
import { measureCommand, type MeasuredCommand } from '../measure/command.ts';
import { spreadOf, printTable } from '../measure/figures.ts';
import { timeInSql } from './in-sql.ts';
import { daysBefore, ITEMS, sellMarket, sellToOnePercent } from './sold-market.ts';

const ROUNDS = 3;
/** Incremental runs of each kind in a round: one takes no longer than a hiccup of the machine. */
const CHANGES = 5;
const MILLION = 1_000_000;

/**
 * How long a whole market takes to value and write back, next to the same medians in SQL; what one changed item in a
 * hundred costs; memory.
 */
export async function benchValuation(isQuick: boolean): Promise<void> {
  const [small, large] = isQuick ? [MILLION / 10, MILLION / 2] : [MILLION, 5 * MILLION];
  const server = await BenchServer.start();
  try {
    const few = await measureMarket(server, small);
    const many = await measureMarket(server, large);
    const [fewMs, manyMs] = [spreadOf(few.full).median, spreadOf(many.full).median];
    process.stdout.write(
      `full run against SQL over the rows: ${(spreadOf(many.overRows).median / manyMs).toFixed(1)} times as fast\n`,
    );
    process.stdout.write(
      `full run against SQL over our index: ${(spreadOf(many.overIndex).median / manyMs).toFixed(1)} times as fast\n`,
    );
    process.stdout.write(
      `1 % changed against a full run: ${((100 * spreadOf(many.changed).median) / manyMs).toFixed(1)} %, ` +
        `in a process that has valued before ${((100 * spreadOf(many.changedWarm).median) / manyMs).toFixed(1)} %\n`,
    );
    process.stdout.write(
      `per sale, ${large} against ${small} sales: ${(manyMs / large / (fewMs / small)).toFixed(2)}\n`,
    );
  } finally {
    await server.stop();
  }
}

async function measureMarket(
  server: BenchServer,
  sales: number,
): Promise<{ full: number[]; changed: number[]; changedWarm: number[]; overRows: number[]; overIndex: number[] }> {
  const url = await server.freshDatabase();
  const database = await Database.connect({ url, applicationName: 'bench' });
  // Each full run is of another day: one of the same day would find few values to write.
  let day = daysBefore(ROUNDS);
  const value = (...flags: string[]): Promise<MeasuredCommand> =>
    measureCommand(url, 'value', '--as-of', day, ...flags);
  const revalue = async (): Promise<number> =>
    (await valueMarket(new Stores(database).get(ValuationStore), { at: new Date(`${day}T12:00:00Z`) })).durationMs;
  const times = await withClient(url, async (client) => {
    process.stderr.write(`inventing ${sales} sales\n`);
    await sellMarket(client, { sales });
    const first = await value();
    const [full, changed, changedWarm, overRows, overIndex, memory]: [
      number[],
      number[],
      number[],
      number[],
      number[],
      number[],
    ] = [[], [], [], [], [], []];
    let changes = 0;
    const sellToOthers = (): Promise<void> => sellToOnePercent(client, changes++, ITEMS, day);
    // Not measured: it lets the process that continues valuing get going, as a worker has.
    await sellToOthers();
    await revalue();
    for (let round = 0; round < ROUNDS; round++) {
      day = daysBefore(ROUNDS - 1 - round);
      const measured = await value('--all');
      full.push(measured.ms);
      memory.push(measured.peakMb);
      for (let change = 0; change < CHANGES; change++) {
        await sellToOthers();
        changed.push((await value()).ms);
        await sellToOthers();
        changedWarm.push(await revalue());
      }
      overRows.push(await timeInSql(client, false));
      overIndex.push(await timeInSql(client, true));
    }
    process.stdout.write(`${sales} sales of ${ITEMS} items; ${ROUNDS} rounds\n`);
    printTable(
      ['', 'median', 'least', 'most'],
      [
        line('full run, written back, ms', full),
        line('1 % of items changed, ms', changed),
        line('the same in a process that has valued before, ms', changedWarm),
        line('medians alone in SQL, over the rows, ms', overRows),
        line('medians alone in SQL, over our index, ms', overIndex),
        line('peak memory of a full run, MB', memory),
        line('first run, with 52 weeks of past values, ms', [first.ms]),
        line('its peak memory, MB', [first.peakMb]),
      ],
    );
    return { full, changed, changedWarm, overRows, overIndex };
  });
  await database.close();
  return times;
}

function line(title: string, values: readonly number[]): string[] {
  const { median, min, max } = spreadOf(values);
  return [title, ...[median, min, max].map((number) => String(Math.round(number)))];
}
