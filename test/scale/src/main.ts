import { parseArgs } from 'node:util';
import { type DrillResult, type FaultResult, runDrill } from './drill.ts';
import { type Fault, FAULTS } from './faults.ts';
import { findPrograms, findRestorePrograms } from './node-processes.ts';
import { type RestoreResult, runRestoreDrill } from './restore-drill.ts';

const HELP = `npm run drill -- [failover|restore] [--faults NAME,...] [--json]

Two drills, or the one that is named.

Failover, on this machine, by itself: etcd, three PostgreSQL nodes under Patroni with synchronous replication, HAProxy,
and two processes each of the API, the jobs and the delivery. While clients with a thousand keys ask all routes, one
part after the other fails; --faults names some of them:

${FAULTS.map(({ name, what, alerts }) => `  ${name.padEnd(8)} ${what} (${alerts.join(', ')})`).join('\n')}

Checks that every answer has the contract's shape, that answers come back within 30 s where nobody has to repair
anything, that the alerts in brackets fire and no other (with rules four times as quick), that no acknowledged charge is
lost and none doubled, and that a file dropped the moment before is imported once, with all alerts that it causes.

Needs the Debian packages patroni, python3-etcd, python3-idna, etcd-server, haproxy and postgresql-15 or newer; says so
and ends when one is missing. Alerts need prometheus; a cut of the network needs root and iproute2. Takes about 15
minutes.

Restore: the same three nodes, archived with pgBackRest, are taken back to a moment in the middle of what was written,
while an API process goes on running. Checks that charges, keys and holdings are those of the log up to that moment, and
that no tag, cursor or cache of the time after it is believed. Needs the package pgbackrest besides.

Everything is in temporary folders and is removed at the end.

  --faults NAME,...   only these
  --json              print the result as JSON
`;

/** It must end on its own, whatever hangs. */
const MOST_MS = 45 * 60_000;

const { values, positionals } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
    faults: { type: 'string', default: '' },
  },
  allowPositionals: true,
});
const say = (line: string): void => void process.stderr.write(`${line}\n`);
const isWanted = (name: string): boolean => positionals.length === 0 || positionals.includes(name);

if (values.help) {
  process.stdout.write(HELP);
} else {
  const unknown = positionals.find((name) => !['failover', 'restore'].includes(name));
  if (unknown !== undefined) end(`there is no drill ${unknown}: failover, restore`);
  setTimeout(() => end(`not done after ${MOST_MS / 60_000} minutes`), MOST_MS).unref();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end(signal));
  if (isWanted('failover')) {
    const faults = wantedFaults();
    await drill('failover', findPrograms(), (programs, tell) => runDrill(programs, faults, tell), failoverRows);
  }
  if (isWanted('restore')) await drill('restore', findRestorePrograms(), runRestoreDrill, restoreRows);
}

async function drill<Programs extends object, Result extends { readonly failures: readonly string[] }>(
  name: string,
  programs: Programs | { readonly missing: readonly string[] },
  run: (programs: Programs, say: (line: string) => void) => Promise<Result>,
  rowsOf: (result: Result) => readonly (readonly [string, string])[],
): Promise<void> {
  if ('missing' in programs) {
    const skipped = `not installed: ${programs.missing.join(', ')}`;
    if (values.json) process.stdout.write(`${JSON.stringify({ drill: name, skipped })}\n`);
    else process.stdout.write(`The ${name} drill is SKIPPED, ${skipped}.\n`);
    return;
  }
  const result = await run(programs, say);
  if (values.json) process.stdout.write(`${JSON.stringify({ drill: name, ...result }, null, 2)}\n`);
  else process.stdout.write(tableOf(`${name} drill`, rowsOf(result)));
  for (const failure of result.failures) say(`FAILED: ${failure}`);
  if (result.failures.length > 0) process.exitCode = 1;
}

/** Exit handlers of the drills kill what still runs. */
function end(reason: string): never {
  say(`the drill ends: ${reason}`);
  process.exit(1);
}

function wantedFaults(): readonly Fault[] {
  if (values.faults === '') return FAULTS;
  return values.faults.split(',').map((name) => {
    const names = FAULTS.map((fault) => fault.name).join(', ');
    return FAULTS.find((fault) => fault.name === name) ?? end(`there is no fault ${name}: ${names}`);
  });
}

function failoverRows(result: DrillResult): readonly (readonly [string, string])[] {
  return [
    ['date', result.date],
    ['PostgreSQL; Patroni', `${result.postgres}; ${result.patroni}`],
    ...result.faults.flatMap(faultRows),
    ['acknowledged charges', String(result.charges.acknowledged)],
    ['charges lost', String(result.charges.lost)],
    ['charges doubled', String(result.charges.doubled)],
    ['charges of failed requests not refunded', String(result.charges.keptOfFailed)],
  ];
}

function faultRows(result: FaultResult): readonly (readonly [string, string])[] {
  const statuses = Object.entries(result.byStatus).map(([status, count]) => `${count} x ${status}`);
  return [
    [`**${result.what}**`, ''],
    ['answers by status', statuses.join(', ')],
    ['answers in another shape', String(result.otherShape)],
    ['seconds without answers', result.secondsWithoutAnswers.toFixed(1)],
    ['longest wait for an answer, seconds', result.longestWaitSeconds.toFixed(1)],
    ['alerts', result.alerts?.join(', ') ?? 'no Prometheus here'],
    ['seconds from the repair until all nodes are whole', result.wholeAfterSeconds.toFixed(1)],
  ];
}

function restoreRows(result: RestoreResult): readonly (readonly [string, string])[] {
  const balances = (['charges', 'keys', 'holdings'] as const).map((what) => {
    const { expected, lost, fromLater } = result[what];
    return [`${what} before that moment; missing; of later`, `${expected}; ${lost}; ${fromLater}`] as const;
  });
  return [
    ['date', result.date],
    ['restored to', result.restoredTo],
    ['writes after it, taken back', String(result.writesAfterIt)],
    ...balances,
    ['seconds of the backup', result.backupSeconds.toFixed(1)],
    ['seconds of the restore', result.restoreSeconds.toFixed(1)],
  ];
}

function tableOf(title: string, rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, value]) => `| ${name.padEnd(width)} | ${value} |`);
  return `${[`| ${title.padEnd(width)} | |`, `|${'-'.repeat(width + 2)}|---|`, ...lines].join('\n')}\n`;
}
