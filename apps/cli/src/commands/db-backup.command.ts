import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { InvalidInputError } from '@brickmarket/domain';
import type { Extension } from '@brickmarket/extension';
import { startThrowawayPostgres } from '@brickmarket/local-postgres';
import type { Command } from 'commander';
import { backupsFolder, newBackupFile, pruneBackups, removeLeftPartials } from '../database/backups-folder.ts';
import { openDatabaseServer } from '../database/database-server.ts';
import { listBackups } from '../database/list-backups.ts';
import { formatMoment, formatTable, print, warn, wholeNumber } from '../output/print.ts';
import { watchProgress } from '../output/progress.ts';
import { streamToOutput } from '../output/standard-output.ts';
import { type BackupSource, type BackupSummary, loadPersistence } from '../persistence.wiring.ts';

const STREAM = '-';

export function addBackupCommands(db: Command, extensions: readonly Extension[]): void {
  db.command('backup [file]')
    .description('Back up the database to a new file; "-" is standard output')
    .option('--keep <n>', 'keep the newest n unnamed backups and delete older ones', wholeNumber)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nWithout a file, the backup is named by its time, in the folder "backups" of the data folder.' +
        '\nEncrypted: brickmarket db backup - | age -r RECIPIENT > market.backup.age',
    )
    .action(async (file: string | undefined, options: { keep?: number; json?: boolean }) => {
      if (options.keep !== undefined && (file !== undefined || options.keep < 1))
        throw new InvalidInputError('--keep is for backups without a name, and keeps at least one');
      const server = await openDatabaseServer();
      try {
        await (file === STREAM ? backUpToStream(server.ownerUrl) : backUp(server.ownerUrl, file, options));
      } finally {
        await server.close();
      }
    });

  db.command('backups')
    .description('List the backups in the data folder, newest first')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const backups = await listBackups();
      const json = backups.map(({ file, kind, bytes, madeAt, schema, fault }) => ({
        file,
        kind,
        bytes,
        made_at: madeAt.toISOString(),
        schema,
        fault,
      }));
      const rows = backups.map(({ file, kind, bytes, madeAt, schema, fault }) => [
        formatMoment(madeAt),
        megabytes(bytes),
        kind,
        fault ?? schema ?? '-',
        file,
      ]);
      const table = formatTable(['made (UTC)', 'size', 'kind', 'schema up to', 'file'], rows);
      print(options.json, { folder: backupsFolder(), backups: json }, table);
    });

  db.command('verify <file>')
    .description('Restore a backup into a temporary PostgreSQL and compare the row count of every table')
    .option('--json', 'print JSON')
    .action(async (file: string, options: { json?: boolean }) => {
      const { checkBooks } = await loadPersistence();
      const server = await startThrowawayPostgres();
      try {
        const { tables, rows } = await restore(server.url, file, extensions);
        const faults = await checkBooks(server.url, { repairs: false });
        if (faults.length > 0) process.exitCode = 1;
        const books =
          faults.length === 0
            ? 'all portfolios and quotas are valid'
            : `${faults.length} rules of portfolios and quotas are broken`;
        print(
          options.json,
          { file, tables, rows, book_faults: faults.length },
          `${file} is whole: ${tables} tables with ${rows} rows were restored, ${books}`,
        );
      } finally {
        await server.stop();
      }
    });

  db.command('restore <file>')
    .description('Fill an empty database from a backup; "-" is standard input')
    .option('--json', 'print JSON')
    .action(async (file: string, options: { json?: boolean }) => {
      const server = await openDatabaseServer({ mayCreate: true });
      try {
        const { tables, rows, bytes } = await restore(server.ownerUrl, file, extensions);
        await server.embedded?.allowServiceLogins();
        print(
          options.json,
          { file, tables, rows, bytes },
          `restored ${tables} tables with ${rows} rows from ${file}; the schema matches this build`,
        );
      } finally {
        await server.close();
      }
    });
}

async function backUp(
  url: string,
  given: string | undefined,
  { keep, json }: { keep?: number; json?: boolean },
): Promise<void> {
  const { backUpDatabase, partialSuffix } = await loadPersistence();
  const file = given ?? (await newBackupFile('manual', new Date()));
  await removeLeftPartials(dirname(file), partialSuffix);
  const { tables, rows, bytes } = await watchProgress((progress) => {
    progress.step('backing up');
    return backUpDatabase(url, file, (done, total) => progress.advance(done, total));
  });
  const deleted = keep === undefined ? [] : await pruneBackups('manual', keep);
  const lines = [
    `wrote ${tables} tables with ${rows} rows to ${file} (${megabytes(bytes)})`,
    ...deleted.map((old) => `deleted ${old}`),
  ];
  print(json, { file, tables, rows, bytes, deleted }, lines.join('\n'));
}

/** Messages go to standard error: standard output is the backup. */
async function backUpToStream(url: string): Promise<void> {
  if (process.stdout.isTTY)
    throw new InvalidInputError('a backup is not printed to a terminal: pipe it, or give a file');
  const { streamBackup } = await loadPersistence();
  const { tables, rows } = await streamToOutput((output) => streamBackup(url, output));
  warn(`wrote ${tables} tables with ${rows} rows`);
}

async function restore(url: string, file: string, extensions: readonly Extension[]): Promise<BackupSummary> {
  const { restoreDatabase } = await loadPersistence();
  const source: BackupSource = file === STREAM ? { name: 'standard input', stream: process.stdin } : file;
  // Pipes and missing files have no size.
  const size = await stat(file).then(
    (found) => found.size,
    () => null,
  );
  return watchProgress((progress) => {
    progress.step('restoring');
    return restoreDatabase(url, source, extensions, (bytes) => {
      if (size !== null) progress.advance(bytes, size);
    });
  });
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
