import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Pool } from 'pg';
import { documentSchema } from '../../../../test/support/schema-document.ts';
import { createTestDatabase } from '../../../../test/support/test-database.ts';

const FILE = fileURLToPath(new URL('../../SCHEMA.md', import.meta.url));

it('is what the document says', async () => {
  const database = await createTestDatabase();
  const db = new Pool({ connectionString: database.url, max: 2 });
  const text = await documentSchema(db);
  await db.end();
  await database.drop();
  if (process.env['WRITE_SCHEMA'] === '1') writeFileSync(FILE, text);
  const stored = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
  if (stored !== text) {
    const known = new Set(stored.split('\n'));
    const missing = text.split('\n').filter((line) => !known.has(line));
    throw new Error(
      `libs/persistence-postgres/SCHEMA.md is not the schema of the migrations: run "npm run schema:document" and ` +
        `commit it. It lacks:\n${missing.slice(0, 20).join('\n')}`,
    );
  }
});
