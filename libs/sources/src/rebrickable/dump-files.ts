import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createGunzip, gzipSync } from 'node:zlib';
import { excerptOf, httpFault } from '../shared/calls.ts';
import type { Desk } from '../shared/source.ts';
import { SourceFault } from '../shared/source-fault.ts';

const TITLE = 'Rebrickable';
/** Columns that the import reads. */
export const TABLES = {
  themes: ['id', 'name', 'parent_id'],
  sets: ['set_num', 'name', 'year', 'theme_id', 'num_parts'],
  minifigs: ['fig_num', 'name'],
  inventories: ['id', 'version', 'set_num'],
  inventory_minifigs: ['inventory_id', 'fig_num', 'quantity'],
} as const;
export type Table = keyof typeof TABLES;
export const TABLE_NAMES = Object.keys(TABLES) as Table[];
const TIMEOUT_MS = 120_000;
const MAX_PACKED_BYTES = 100_000_000;
const MAX_BYTES = 500_000_000;

/** Downloads a table, or takes the earlier file if it has not changed. Returns the entity tag. */
export async function fetchTable(
  table: Table,
  desk: Desk,
  { from, to, etag }: { readonly from: string; readonly to: string; readonly etag: string | null },
): Promise<string | null> {
  const url = new URL(`${table}.csv.gz`, desk.settings.address.replace(/\/*$/, '/'));
  const earlier = join(from, `${table}.csv.gz`);
  const isThere = access(earlier).then(
    () => true,
    () => false,
  );
  const isHere = etag !== null && (await isThere);
  const request = {
    url,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_PACKED_BYTES,
    headers: (): Record<string, string> => (isHere ? { 'if-none-match': etag } : {}),
  };
  return desk.call(request, async (response) => {
    const file = join(to, `${table}.csv.gz`);
    if (response.status === 304 && isHere) {
      await copyFile(earlier, file);
      return etag;
    }
    const fault = httpFault(TITLE, response);
    if (fault?.kind === 'unknown-item')
      throw new SourceFault('incomplete', `${TITLE} has no ${table}.csv.gz now. Nothing was imported`);
    if (fault !== null) throw fault;
    const { body } = response;
    const isPacked = body[0] === 0x1f && body[1] === 0x8b;
    if (!isPacked && !body.toString('latin1', 0, 20).startsWith(TABLES[table][0]))
      throw new SourceFault('nonsense', `${TITLE} sent no gzip file ${table}.csv.gz: ${excerptOf(body)}`);
    // A server that calls gzip an encoding has the file unpacked on its way.
    await writeFile(file, isPacked ? body : gzipSync(body));
    return response.headers.get('etag');
  });
}

export interface CheckedTable {
  readonly rows: number;
  readonly checksum: string;
}

/** Unpacks a table and counts its rows. Throws SourceFault for a cut file or one without the columns. */
export async function checkTable(table: Table, folder: string): Promise<CheckedTable> {
  const hash = createHash('sha256');
  let [size, lines, header] = [0, 0, ''];
  try {
    const unpacked = createReadStream(join(folder, `${table}.csv.gz`)).pipe(createGunzip());
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_BYTES)
        throw new SourceFault('too-large', `${table}.csv.gz of ${TITLE} unpacks to more than ${MAX_BYTES} bytes`);
      if (lines === 0) header += chunk.toString('utf8', 0, 1_000);
      for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, at + 1)) lines++;
      hash.update(chunk);
    }
  } catch (error) {
    if (error instanceof SourceFault) throw error;
    throw new SourceFault(
      'incomplete',
      `${table}.csv.gz of ${TITLE} was cut off: ${(error as Error).message}. Nothing was imported`,
    );
  }
  const names = header
    .split(/\r?\n/, 1)[0]!
    .replace(/^\uFEFF/, '')
    .split(',');
  const missing = TABLES[table].filter((name) => !names.includes(name));
  if (missing.length > 0)
    throw new SourceFault('nonsense', `${table}.csv.gz of ${TITLE} lacks ${missing.join(', ')}. Nothing was imported`);
  return { rows: Math.max(0, lines - 1), checksum: hash.digest('hex') };
}
