import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const SKIPPED = /^(?:node_modules|dist)$/;

/** The Markdown files of a folder and the folders in it, without those of packages and builds. */
export function markdownBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.test(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return markdownBelow(path);
    return path.endsWith('.md') ? [path] : [];
  });
}
