import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Pool } from 'pg';
import { documentSchema } from '../../../../test/support/schema-document.ts';
import { createTestDatabase } from '../../../../test/support/test-database.ts';
import { listSchemaParts, SCHEMA_PARTS } from './schema-parts.ts';

it.each([
  [fileURLToPath(new URL('../../SCHEMA.md', import.meta.url)), documentSchema],
  [SCHEMA_PARTS, async (db: Pool) => `${(await listSchemaParts(db, process.env['TEST_DATABASE_URL']!)).join('\n')}\n`],
])('%s is the schema of the migrations', async (file, describeSchema) => {
  const database = await createTestDatabase();
  const db = new Pool({ connectionString: database.url, max: 2 });
  const text = await describeSchema(db);
  await db.end();
  await database.drop();
  if (process.env['WRITE_SCHEMA'] === '1') writeFileSync(file, text);
  const stored = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (stored !== text) {
    const known = new Set(stored.split('\n'));
    const missing = text.split('\n').filter((line) => !known.has(line));
    throw new Error(
      `${file} is not the schema of the migrations: run "npm run schema:document" and commit it. It lacks:\n` +
        missing.slice(0, 20).join('\n'),
    );
  }
});
