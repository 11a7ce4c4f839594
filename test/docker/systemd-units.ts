import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

export const UNITS_FOLDER = 'docker/systemd';

export const UNITS = readdirSync(UNITS_FOLDER).filter((name) => name.endsWith('.service'));

/** The words of `ExecStart`. */
export function commandOf(unit: string): string[] {
  const text = readFileSync(join(UNITS_FOLDER, unit), 'utf8');
  return /^ExecStart=(.+)$/m.exec(text)![1]!.split(' ');
}

/** Settings of every process. */
export function settingsOf(): Record<string, string> {
  return parseEnv(readFileSync(join(UNITS_FOLDER, 'brickmarket.env'), 'utf8')) as Record<string, string>;
}
