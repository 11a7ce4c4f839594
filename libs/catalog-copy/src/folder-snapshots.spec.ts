import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderSnapshots } from './folder-snapshots.ts';
import { newestOfOneState, SNAPSHOT_KINDS, type SnapshotKind } from './snapshot-store.ts';

describe('snapshots in a folder', () => {
  let folder: string;
  let store: FolderSnapshots;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'brickmarket-snapshots-'));
    store = new FolderSnapshots(folder);
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function* lines(...all: string[]): AsyncGenerator<string> {
    yield* all;
  }
  const write = async (state: number, ...kinds: readonly SnapshotKind[]): Promise<void> => {
    for (const kind of kinds) {
      const facts = { kind, cursor: `state ${state}`, source: 'here', createdAt: new Date(1_700_000_000_000 + state) };
      await store.write(facts, lines(`"${kind} ${state}"`));
    }
  };
  const offered = async () => newestOfOneState(await store.list()).map(({ kind, cursor }) => [kind, cursor]);

  it('are the newest two of each kind', async () => {
    for (const state of [1, 2, 3]) await write(state, ...SNAPSHOT_KINDS);
    const kept = (await store.list()).map(({ kind, cursor }) => `${kind} ${cursor}`);
    expect(kept.toSorted()).toEqual(
      SNAPSHOT_KINDS.flatMap((kind) => [`${kind} state 2`, `${kind} state 3`]).toSorted(),
    );
  });

  it('are always there of one state, also while new ones are made after some that were interrupted', async () => {
    await write(1, ...SNAPSHOT_KINDS);
    for (const state of [2, 3, 4]) {
      await write(state, 'sets');
      expect(await offered()).toEqual(SNAPSHOT_KINDS.map((kind) => [kind, 'state 1']));
    }
    await write(5, ...SNAPSHOT_KINDS);
    expect(await offered()).toEqual(SNAPSHOT_KINDS.map((kind) => [kind, 'state 5']));
    await write(6, ...SNAPSHOT_KINDS);
    expect(await store.list()).toHaveLength(6);
  });

  it('keep the file of a state when the next has the same records and was made at the same instant', async () => {
    const writeAt = (kind: SnapshotKind, cursor: string) =>
      store.write({ kind, cursor, source: 'here', createdAt: new Date(1_700_000_000_000) }, lines('"the same"'));
    for (const kind of SNAPSHOT_KINDS) await writeAt(kind, 'state 1');
    await writeAt('sets', 'state 2');
    expect(await offered()).toEqual(SNAPSHOT_KINDS.map((kind) => [kind, 'state 1']));
    for (let state = 3; state < 12; state++) {
      for (const kind of SNAPSHOT_KINDS) await writeAt(kind, `state ${state}`);
      expect(await offered()).toEqual(SNAPSHOT_KINDS.map((kind) => [kind, `state ${state}`]));
    }
  });

  it('lose what a killed maker left after a day, a part or a file without facts, and nothing else', async () => {
    await write(1, ...SNAPSHOT_KINDS);
    const inUse = await readdir(folder);
    const unfinished = (state: number) => [`.partial-${state}`, `sets-${state}000000000000-0123456789ab.ndjson.gz`];
    const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);
    for (const [names, hours] of [
      [inUse, 48],
      [unfinished(1), 25],
      [unfinished(2), 23],
    ] as const)
      for (const path of names.map((name) => join(folder, name))) {
        await writeFile(path, '', { flag: 'a' });
        await utimes(path, hoursAgo(hours), hoursAgo(hours));
      }
    await write(2, 'sets');
    const made = (await store.list()).find(({ cursor }) => cursor === 'state 2')!.name;
    expect((await readdir(folder)).toSorted()).toEqual([...inUse, ...unfinished(2), made, `${made}.json`].toSorted());
  });
});
