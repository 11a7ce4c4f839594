// Writes the types of a service's answers from the document that the built service prints of itself: those of the API
// for the client, those of the account area for its page. With --check it only says whether they are up to date.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';

const root = join(import.meta.dirname, '../..');
const CONTRACTS = [
  { printer: 'apps/api/dist/openapi/print-document.js', types: 'libs/client/src/contract.generated.ts' },
  { printer: 'apps/account/dist/print-document.js', types: 'apps/account-web/src/contract.generated.ts' },
];

for (const { printer, types } of CONTRACTS) {
  const document = execFileSync(process.execPath, [join(root, printer)], { encoding: 'utf8', maxBuffer: 1 << 26 });
  const ast = await openapiTypescript(JSON.parse(document));
  const text = `// Generated from /openapi.json by "npm run client:generate". Not to be edited.\n${astToString(ast)}`;
  const file = join(root, types);
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${types} is not what the service answers. Run: npm run client:generate`);
    process.exitCode = 1;
  }
}
