/** The message says what is wrong and what to do. */
export class LocalPostgresError extends Error {
  override readonly name = 'LocalPostgresError';
}

const DATABASE_URL_HINT = 'or set DATABASE_URL to a PostgreSQL server of your own.';

/** Turns output of the server or `initdb` into cause and remedy. */
export function explainServerOutput(output: string, folder: string): LocalPostgresError {
  const because = (text: string): LocalPostgresError => new LocalPostgresError(`${text} ${DATABASE_URL_HINT}`);
  if (/No space left on device|Disk quota exceeded/i.test(output))
    return because(`The disk that holds ${folder} is full. Free some space,`);
  if (/Read-only file system/i.test(output))
    return because(`${folder} is on a read-only disk. Choose another place with BRICKMARKET_DATA_DIR,`);
  if (/Permission denied/i.test(output))
    return because(
      `PostgreSQL may not use ${folder} (permission denied). Choose another place with BRICKMARKET_DATA_DIR,`,
    );
  if (/error while loading shared libraries|cannot execute|No such file or directory.*postgres/i.test(output)) {
    return because(
      `The PostgreSQL that comes with Brickmarket does not run on this machine (${errorLine(output)}): reinstall,`,
    );
  }
  return because(`PostgreSQL did not start in ${folder}: ${errorLine(output)}. Repair that,`);
}

function errorLine(output: string): string {
  const lines = output.split('\n').map((line) => line.trim());
  return (
    lines.findLast((line) => /FATAL|PANIC|error/i.test(line)) ??
    lines.findLast((line) => line !== '') ??
    'it said nothing'
  ).slice(0, 500);
}
