import { parseArgs } from 'node:util';
import { type DrillResult, runDrill } from './drill.ts';
import { findPrograms } from './node-processes.ts';

const HELP = `npm run drill -- [--json]

Failover as a drill, on this machine, by itself: etcd, three PostgreSQL nodes under Patroni with synchronous
replication, HAProxy and two API processes, all on loopback. While clients with a thousand keys ask all routes, the
node that leads is killed (SIGKILL of Patroni and of every process of its PostgreSQL). Checks that every answer has the
contract's shape, that answers come back within 30 s, and that no acknowledged charge is lost and none doubled.

Needs the Debian packages patroni, etcd-server, haproxy and postgresql-15 or newer; says so and ends when one is
missing. Takes two to three minutes. Everything is in a temporary folder and is removed at the end.

  --json   print the result as JSON
`;

/** It must end by itself, whatever hangs. */
const MOST_MS = 8 * 60_000;

const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});
const say = (line: string): void => void process.stderr.write(`${line}\n`);

if (values.help) {
  process.stdout.write(HELP);
} else {
  const programs = findPrograms();
  if ('missing' in programs) {
    const reason = `not installed: ${programs.missing.join(', ')}`;
    if (values.json) process.stdout.write(`${JSON.stringify({ skipped: reason })}\n`);
    else process.stdout.write(`The failover drill is SKIPPED, ${reason}.\n`);
  } else {
    setTimeout(() => end(`not done after ${MOST_MS / 60_000} minutes`), MOST_MS).unref();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end(signal));
    const result = await runDrill(programs, say);
    process.stdout.write(values.json ? `${JSON.stringify(result, null, 2)}\n` : tableOf(result));
    for (const failure of result.failures) say(`FAILED: ${failure}`);
    process.exitCode = result.failures.length > 0 ? 1 : 0;
  }
}

/** Exit handlers of the cluster kill what still runs. */
function end(reason: string): never {
  say(`the drill ends: ${reason}`);
  process.exit(1);
}

function tableOf(result: DrillResult): string {
  const statuses = Object.entries(result.byStatus).map(([status, count]) => `${count} x ${status}`);
  const rows: readonly (readonly [string, string])[] = [
    ['date', result.date],
    ['requests', String(result.requests)],
    ['answers by status', statuses.join(', ')],
    ['answers in another shape', String(result.otherShape)],
    ['seconds without answers', result.secondsWithoutAnswers.toFixed(1)],
    ['longest wait for an answer, seconds', result.longestWaitSeconds.toFixed(1)],
    ['acknowledged charges', String(result.charges.acknowledged)],
    ['charges lost', String(result.charges.lost)],
    ['charges doubled', String(result.charges.doubled)],
    ['charges of failed requests not refunded', String(result.charges.keptOfFailed)],
    ['seconds until the killed node follows again', result.rejoinedAfterSeconds.toFixed(1)],
  ];
  const width = Math.max(...rows.map(([title]) => title.length));
  const lines = rows.map(([title, value]) => `| ${title.padEnd(width)} | ${value} |`);
  return `${[`| ${'failover drill'.padEnd(width)} | |`, `|${'-'.repeat(width + 2)}|---|`, ...lines].join('\n')}\n`;
}
