import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'apps/docs/reference';

/** Compares a page of apps/docs/reference with its text of today. `npm run docs:reference` writes it first. */
export function expectStored(name: string, text: string): void {
  const file = join(FOLDER, name);
  if (process.env['WRITE_REFERENCE'] === '1') writeFileSync(file, text);
  const stored = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (stored === text) return;
  const known = new Set(stored.split('\n'));
  const missing = text.split('\n').filter((line) => !known.has(line));
  throw new Error(`${file} is stale: run "npm run docs:reference" and commit it. It lacks:\n${missing.join('\n')}`);
}
