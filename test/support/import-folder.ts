import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Rows of the tables of a catalog dump. */
export interface DumpTables {
  readonly themes?: readonly string[];
  readonly sets?: readonly string[];
  readonly minifigs?: readonly string[];
  readonly inventories?: readonly string[];
  readonly inventory_minifigs?: readonly string[];
}

const HEADERS = {
  themes: 'id,name,parent_id',
  sets: 'set_num,name,year,theme_id,num_parts,img_url',
  minifigs: 'fig_num,name,num_parts,img_url',
  inventories: 'id,version,set_num',
  inventory_minifigs: 'inventory_id,fig_num,quantity',
} as const;

/** A temporary folder for a spec's files, removed after its tests. */
export class ImportFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'import-'));
  #dumps = 0;

  constructor() {
    afterAll(() => rmSync(this.path, { recursive: true }));
  }

  /** Writes a dump; tables that are not given have only their header. */
  dump(tables: DumpTables): string {
    const folder = join(this.path, `dump-${++this.#dumps}`);
    mkdirSync(folder);
    for (const [table, header] of Object.entries(HEADERS)) {
      writeFileSync(
        join(folder, `${table}.csv`),
        [header, ...(tables[table as keyof DumpTables] ?? [])].map((line) => `${line}\n`).join(''),
      );
    }
    return folder;
  }

  write(name: string, content: string | Buffer): string {
    const file = join(this.path, name);
    writeFileSync(file, content);
    return file;
  }
}
