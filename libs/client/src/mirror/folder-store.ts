import { createWriteStream } from 'node:fs';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { linesOf } from './lines.ts';
import { keyOf, type KeyedRecord, type MirroredKind, type MirrorStore } from './store.ts';

/** A copy as `.ndjson` files and `state.json`, replaced atomically. For millions of records use a database store. */
export class FolderStore implements MirrorStore {
  constructor(private readonly folder: string) {}

  readState(): Promise<string | null> {
    return readFile(this.#path('state.json'), 'utf8').catch(unlessMissing);
  }

  async saveState(state: string): Promise<void> {
    await this.#write('state.json', [state]);
  }

  async replaceAll(kind: MirroredKind, records: AsyncIterable<KeyedRecord>): Promise<void> {
    await this.#write(`${kind}.ndjson`, lines(records));
  }

  async put(kind: MirroredKind, records: ReadonlyMap<string, string | null>): Promise<void> {
    await this.#write(`${kind}.ndjson`, lines(this.#changed(kind, records)));
  }

  /** Unordered. */
  async *records(kind: MirroredKind): AsyncGenerator<KeyedRecord, void, undefined> {
    const file = await open(this.#path(`${kind}.ndjson`)).catch(unlessMissing);
    if (file === null) return;
    for await (const json of linesOf(file.createReadStream({ encoding: 'utf8' }) as AsyncIterable<string>))
      yield [keyOf(kind, JSON.parse(json) as object), json];
  }

  async *#changed(kind: MirroredKind, records: ReadonlyMap<string, string | null>): AsyncGenerator<KeyedRecord> {
    for await (const record of this.records(kind)) if (!records.has(record[0])) yield record;
    for (const [key, json] of records) if (json !== null) yield [key, json];
  }

  async #write(name: string, pieces: Iterable<string> | AsyncIterable<string>): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const partial = this.#path(`${name}.partial`);
    await pipeline(Readable.from(pieces), createWriteStream(partial, { flush: true }));
    await rename(partial, this.#path(name));
  }

  #path(name: string): string {
    return join(this.folder, name);
  }
}

async function* lines(records: AsyncIterable<KeyedRecord>): AsyncGenerator<string> {
  for await (const [, json] of records) yield `${json}\n`;
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
