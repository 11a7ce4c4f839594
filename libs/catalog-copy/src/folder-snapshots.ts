import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { newestOfOneState, type Snapshot, type SnapshotFacts, SnapshotStore } from './snapshot-store.ts';

const KEPT_OF_A_KIND = 2;
const FACTS_SUFFIX = '.json';
const NAME = /^(sets|minifigs|history)-\d{13}-[0-9a-f]{12}\.ndjson\.gz$/;
const PARTIAL = /^\.partial-/;
/** Age from which partial files or files without facts belong to a dead process. */
const UNFINISHED_MS = 24 * 60 * 60 * 1_000;

interface StoredSnapshot extends Snapshot {
  /** Write order of files of the same instant; 0 in files of earlier releases. */
  readonly order: number;
}

/** Shared folder: a file of records, and one of facts, written when the former is complete. */
export class FolderSnapshots extends SnapshotStore {
  /** Null: no folder and no snapshots. */
  constructor(private readonly given: string | null) {
    super();
  }

  private get folder(): string {
    if (this.given === null) throw new Error('no folder for snapshots is configured');
    return this.given;
  }

  async write(facts: SnapshotFacts, lines: AsyncIterable<string>): Promise<Snapshot> {
    await mkdir(this.folder, { recursive: true });
    const partial = join(this.folder, `.partial-${randomUUID()}`);
    try {
      const written = await writeCompressed(partial, lines);
      const name = nameOf(facts, written.sha256);
      const order = 1 + Math.max(0, ...(await this.#stored()).map((snapshot) => snapshot.order));
      const snapshot: StoredSnapshot = { ...facts, name, ...written, order };
      await rename(partial, join(this.folder, name));
      await writeFile(partial, JSON.stringify(snapshot));
      await rename(partial, join(this.folder, `${name}${FACTS_SUFFIX}`));
      await this.#forgetOld(facts.source);
      return snapshot;
    } finally {
      await rm(partial, { force: true });
    }
  }

  async list(): Promise<readonly Snapshot[]> {
    if (this.given === null) return [];
    return (await this.#stored()).toSorted(
      (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || b.order - a.order || (a.name < b.name ? 1 : -1),
    );
  }

  async open(name: string, range: { readonly start: number; readonly end: number }): Promise<Readable | null> {
    if (!NAME.test(name)) return null;
    // An open file stays readable when it is deleted.
    const file = await open(join(this.folder, name)).catch(unlessMissing);
    return file && file.createReadStream(range);
  }

  async #names(): Promise<readonly string[]> {
    return (await readdir(this.folder).catch(unlessMissing)) ?? [];
  }

  async #stored(): Promise<readonly StoredSnapshot[]> {
    const names = (await this.#names()).filter((name) => name.endsWith(FACTS_SUFFIX));
    const all = await Promise.all(names.map((name) => this.#facts(name)));
    return all.filter((snapshot) => snapshot !== null);
  }

  /** Null: deleted since the folder was read. */
  async #facts(file: string): Promise<StoredSnapshot | null> {
    const text = await readFile(join(this.folder, file), 'utf8').catch(unlessMissing);
    if (text === null) return null;
    const facts = JSON.parse(text) as Omit<Snapshot, 'createdAt'> & { createdAt: string; order?: number };
    return { ...facts, createdAt: new Date(facts.createdAt), order: facts.order ?? 0 };
  }

  async #forgetOld(source: string): Promise<void> {
    const all = await this.list();
    const offered = newestOfOneState(all.filter((one) => one.source === source)).map(({ name }) => name);
    const counts = new Map<string, number>();
    for (const { kind, name } of all) {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      // Facts first, so that listed files exist.
      if (count > KEPT_OF_A_KIND && !offered.includes(name))
        for (const file of [`${name}${FACTS_SUFFIX}`, name]) await rm(join(this.folder, file), { force: true });
    }
    const names = await this.#names();
    const isUnfinished = (name: string): boolean =>
      PARTIAL.test(name) || (NAME.test(name) && !names.includes(`${name}${FACTS_SUFFIX}`));
    for (const file of names.filter(isUnfinished)) {
      const path = join(this.folder, file);
      const since = (await stat(path).catch(unlessMissing))?.mtimeMs ?? Infinity;
      if (Date.now() - since > UNFINISHED_MS) await rm(path, { force: true });
    }
  }
}

/** Unique per state, also for equal records. */
function nameOf({ kind, createdAt, cursor }: SnapshotFacts, sha256: string): string {
  const digest = createHash('sha256').update(`${cursor} ${sha256}`).digest('hex');
  return `${kind}-${createdAt.getTime()}-${digest.slice(0, 12)}.ndjson.gz`;
}

/** Line by line, so that memory does not grow with the records. */
async function writeCompressed(
  path: string,
  lines: AsyncIterable<string>,
): Promise<{ items: number; bytes: number; sha256: string }> {
  let items = 0;
  let bytes = 0;
  const hash = createHash('sha256');
  await pipeline(
    async function* () {
      for await (const line of lines) {
        items++;
        yield `${line}\n`;
      }
    },
    createGzip(),
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length;
        hash.update(chunk);
        done(null, chunk);
      },
    }),
    createWriteStream(path, { flush: true }),
  );
  return { items, bytes, sha256: hash.digest('hex') };
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
