import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConflictError, InvalidInputError } from '@brickmarket/domain';
import type { ClientBase } from 'pg';
import { installJobQueue } from '../jobs/install-job-queue.ts';
import { withRolesOf } from './roles.ts';

/** Next to `routines`. Its SQL makes the schema of a release in the place of the migrations up to that release. */
const BASELINE = fileURLToPath(new URL('../../baseline', import.meta.url));

export const BASELINE_RELEASE = { date: '2026-11-18', commit: '017cc907' } as const;

/** Migrations that databases of the release have recorded, in order. */
export const BASELINE_NAMES: readonly string[] = readFileSync(join(BASELINE, 'migrations.txt'), 'utf8')
  .trimEnd()
  .split('\n');

const RELEASE = `the release of ${BASELINE_RELEASE.date} (git checkout ${BASELINE_RELEASE.commit})`;

const findMissing = (ran: readonly string[]): string | undefined => BASELINE_NAMES.find((name) => !ran.includes(name));

/** Throws for databases of earlier releases: this build no longer has their migrations. */
export function refuseOutdatedSchema(ran: readonly string[]): void {
  const missing = findMissing(ran);
  if (ran.length > 0 && missing !== undefined)
    throw new ConflictError(
      `the schema of this database is too old for this build: ${missing} has not run. Install ${RELEASE}, ` +
        'run "brickmarket db migrate" with it, then use this build again',
    );
}

export function refuseOutdatedBackup(ran: readonly string[]): void {
  if (findMissing(ran) !== undefined)
    throw new InvalidInputError(
      `the backup was made by a release that is too old for this build. Restore it with ${RELEASE}, ` +
        'then use this build on that database',
    );
}

/** Fills an empty database. Its one query is one transaction. */
export async function createBaseline(client: ClientBase, url: string): Promise<void> {
  await installJobQueue(url);
  const files = (await readdir(BASELINE)).filter((file) => file.endsWith('.sql')).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(BASELINE, file), 'utf8')));
  const recorded = BASELINE_NAMES.map((name) => `(${name.slice(-13)}, '${name}')`);
  await client.query(
    withRolesOf(url, [...texts, `INSERT INTO schema_migration (timestamp, name) VALUES ${recorded.join()}`].join('\n')),
  );
}
