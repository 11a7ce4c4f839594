// Writes the types of the client from the document that the built API prints of itself. With --check it only says
// whether they are up to date.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';

const file = join(import.meta.dirname, 'src', 'contract.generated.ts');
const document = execFileSync(
  process.execPath,
  [join(import.meta.dirname, '../../apps/api/dist/openapi/print-document.js')],
  { encoding: 'utf8', maxBuffer: 1 << 26 },
);
const declarations = astToString(await openapiTypescript(JSON.parse(document)));
const types = `// Generated from /openapi.json by "npm run client:generate". Not to be edited.\n${declarations}`;

if (!process.argv.includes('--check')) writeFileSync(file, types);
else if (readFileSync(file, 'utf8') !== types) {
  console.error('The types of the client are not those of the API. Run: npm run client:generate');
  process.exit(1);
}
