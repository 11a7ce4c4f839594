import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// The formatter wraps code, but neither comments nor texts: this check, part of `npm run lint`, fails for those.
const MAX_COLUMNS = 120;
const CODE = /\.(ts|tsx|js|mjs|cjs|sql)$/;
/** Released migrations are never edited; generated files are not written by hand. */
const EXEMPT = /\/(node_modules|dist|migrations)\/|\.generated\.ts$/;
const LONG_URL = /https?:\/\/\S{80}/;

const tooLong = process.argv.slice(2).flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => join(folder, name))
    .filter((file) => CODE.test(file) && !EXEMPT.test(file))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .map((line, index) => ({ line, place: `${file}:${index + 1}` }))
        .filter(({ line }) => line.length > MAX_COLUMNS && !LONG_URL.test(line))
        .map(({ line, place }) => `${place} has ${line.length} columns`),
    ),
);
if (tooLong.length > 0) {
  console.error(`Lines have at most ${MAX_COLUMNS} columns:\n${tooLong.join('\n')}`);
  process.exitCode = 1;
}
