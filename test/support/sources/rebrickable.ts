import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { type SourceAnswer, type SourceRequest, StandIn } from './stand-in.ts';

const BASE = '/media/downloads/';
const HEADERS = {
  themes: 'id,name,parent_id',
  sets: 'set_num,name,year,theme_id,num_parts,img_url',
  minifigs: 'fig_num,name,num_parts,img_url',
  inventories: 'id,version,set_num',
  inventory_minifigs: 'inventory_id,fig_num,quantity',
} as const;

export type RebrickableTable = keyof typeof HEADERS;
export const REBRICKABLE_TABLES = Object.keys(HEADERS) as RebrickableTable[];

/** Rebrickable's daily files: five of its tables, packed. */
export class RebrickableStandIn extends StandIn {
  sendsEtags = true;
  /** The archive is declared as an encoding, which clients unpack. */
  encodes = false;
  /** Rows end in CRLF, and names hold marks of direction. */
  isUgly = false;
  /** Tables that are not there today. */
  readonly missing = new Set<RebrickableTable>();
  /** Tables whose packed bytes end too early, with an honest length. */
  readonly truncated = new Set<RebrickableTable>();
  readonly rows: Record<RebrickableTable, string[]> = {
    themes: ['158,Star Wars,', '171,Ultimate Collector Series,158'],
    sets: [],
    minifigs: [],
    inventories: [],
    inventory_minifigs: [],
  };

  get address(): string {
    return `${this.origin}${BASE}`;
  }

  /** Adds sets with one minifigure each. */
  addSets(count: number, first = 10_001): void {
    for (let number = first; number < first + count; number++) {
      this.rows.sets.push(`${number}-1,Set ${number},2019,171,${number % 4_000},https://cdn.example.com/${number}.jpg`);
      this.rows.minifigs.push(`fig-${number},Figure ${number},4,`);
      this.rows.inventories.push(`${number},1,${number}-1`);
      this.rows.inventory_minifigs.push(`${number},fig-${number},1`);
    }
  }

  protected answer({ path, headers }: SourceRequest): SourceAnswer {
    const table = REBRICKABLE_TABLES.find((name) => path === `${BASE}${name}.csv.gz`);
    if (table === undefined || this.missing.has(table)) return { status: 404, body: '<html>Not Found</html>' };
    const text = [HEADERS[table], ...this.rows[table], ''].join(this.isUgly ? '\r\n' : '\n');
    const whole = gzipSync(this.isUgly ? text.replaceAll(',Set ', ',\u200eSet ') : text);
    const etag = `"${createHash('md5').update(text).digest('hex')}"`;
    const type = { 'content-type': 'application/gzip', ...(this.sendsEtags && { etag }) };
    if (this.encodes) return { status: 200, body: whole, headers: { ...type, 'content-encoding': 'gzip' } };
    if (this.sendsEtags && headers['if-none-match'] === etag) return { status: 304, body: '', headers: { etag } };
    const body = this.truncated.has(table) ? whole.subarray(0, whole.length / 2) : whole;
    return { status: 200, body, headers: type };
  }
}
