import type { Brickmarket, CallOptions } from '../brickmarket.ts';
import { NotFoundError, QuotaExceededError } from '../errors.ts';
import type { ChangedItem, Snapshot } from '../records.ts';
import { downloadedRecords } from './downloaded-records.ts';
import { callsFor, CONDITIONS, isGivenUp, isRecordChanged, ListedChanges, UnknownChanges } from './listed-changes.ts';
import { type KeyedRecord, keyOf, MIRRORED_KINDS, type MirroredKind, type MirrorStore } from './store.ts';

/** How far a mirror is. */
export interface MirrorProgress {
  /** `snapshot`: downloading files. `changes`: reading changed records. */
  readonly phase: 'snapshot' | 'changes';
  /** Records of files, or lines of the change list. */
  readonly done: number;
  /** Total; for changes, those listed so far. */
  readonly total: number;
}

/** What a mirror is about to do. */
export interface MirrorPlan {
  readonly by: 'snapshot' | 'changes';
  /** Calls to be charged, besides those for listing. */
  readonly calls: number;
  /** Whether there are more changes than the quota covers, so that not all are listed. */
  readonly isAtLeast: boolean;
  /** Remaining quota. */
  readonly remaining: number;
}

/** What to mirror, and how. */
export interface MirrorOptions extends CallOptions {
  /** Default: all. A changed history costs two calls, a record one. */
  readonly kinds?: readonly MirroredKind[] | undefined;
  /** Called before any record is read. Throw to stop. */
  readonly onPlan?: ((plan: MirrorPlan) => void | Promise<void>) | undefined;
  readonly onProgress?: ((progress: MirrorProgress) => void) | undefined;
}

/** Kinds in the copy, at the cursor or later. */
interface MirrorState {
  readonly after: string;
  readonly kinds: readonly MirroredKind[];
}

/** Listing files costs a call: done only from this many calls. */
const WORTH_A_LOOK = 100;

/** Updates a copy by the cheaper of changes or files. Resumes after a kill or a `QuotaExceededError`. */
export async function mirror(api: Brickmarket, store: MirrorStore, options: MirrorOptions = {}): Promise<void> {
  const kinds = MIRRORED_KINDS.filter((kind) => (options.kinds ?? MIRRORED_KINDS).includes(kind));
  if (kinds.length === 0)
    throw new TypeError(`kinds names nothing to mirror: it may name ${MIRRORED_KINDS.join(', ')}`);
  await new Mirror(api, store, kinds, options).run();
}

class Mirror {
  constructor(
    private readonly api: Brickmarket,
    private readonly store: MirrorStore,
    private readonly kinds: readonly MirroredKind[],
    private readonly options: MirrorOptions,
  ) {}

  async run(): Promise<void> {
    const state = parseState(await this.store.readState());
    try {
      const isWhole = state !== null && this.kinds.every((kind) => state.kinds.includes(kind));
      await this.#update(state, isWhole ? this.#changesSince(state.after) : null);
    } catch (error) {
      if (!(error instanceof UnknownChanges)) throw error;
      await this.#update(null, null);
    }
  }

  /** Uses changes if they are known and cost no more than files with later changes. */
  async #update(state: MirrorState | null, own: ListedChanges | null): Promise<void> {
    await own?.listBeyond(WORTH_A_LOOK);
    if (own?.isComplete && own.calls <= WORTH_A_LOOK) return this.#follow(own, true);
    const snapshots = await this.#snapshots();
    if (snapshots.length === 0 && own === null)
      throw new Error('there are no catalog files yet: the service creates them every hour, try again later');
    const missing = snapshots.filter(({ kind, cursor }) => cursor !== state?.after || !state.kinds.includes(kind));
    const files = missing.reduce((sum, { cost }) => sum + cost, 0);
    await own?.listBeyond(this.#remaining);
    if (own !== null && (snapshots.length === 0 || own.calls <= files)) return this.#follow(own, true);
    const since = this.#changesSince(snapshots[0]!.cursor);
    await since.listBeyond((own?.calls ?? this.#remaining) - files);
    if (own !== null && !(since.isComplete && files + since.calls < own.calls)) return this.#follow(own, true);
    await this.#plan('snapshot', files + since.calls, !since.isComplete);
    if (files > this.#remaining) throw this.#quotaExceeded('the files', files);
    await this.#take(snapshots, missing);
    await this.#follow(since, false);
  }

  #changesSince(after: string): ListedChanges {
    return new ListedChanges(this.api, after, this.kinds, this.options);
  }

  async #snapshots(): Promise<readonly Snapshot[]> {
    const { snapshots } = await this.api.listSnapshots(this.options);
    return snapshots.filter(({ kind }) => this.kinds.includes(kind));
  }

  /** The saved state marks how far the files are replaced. */
  async #take(snapshots: readonly Snapshot[], missing: readonly Snapshot[]): Promise<void> {
    const after = snapshots[0]!.cursor;
    const taken = snapshots.filter((one) => !missing.includes(one)).map(({ kind }) => kind);
    const total = missing.reduce((sum, { items }) => sum + items, 0);
    let done = 0;
    const counted = async function* (
      records: AsyncIterable<KeyedRecord>,
      tell: () => void,
    ): AsyncGenerator<KeyedRecord> {
      for await (const record of records) {
        done++;
        tell();
        yield record;
      }
    };
    await this.#save({ after, kinds: taken });
    for (const snapshot of missing) {
      const records = downloadedRecords(this.api, snapshot, this.options);
      const tell = (): void => this.options.onProgress?.({ phase: 'snapshot', done, total });
      await this.store.replaceAll(snapshot.kind, counted(records, tell));
      taken.push(snapshot.kind);
      await this.#save({ after, kinds: taken });
    }
  }

  /** Saves the state after each page, so that exhausted quota loses nothing. */
  async #follow(listed: ListedChanges, isPlan: boolean): Promise<void> {
    if (isPlan) await this.#plan('changes', listed.calls, !listed.isComplete);
    let done = 0;
    for await (const { changes, cursor } of listed.pages()) {
      const calls = changes.reduce((sum, change) => sum + callsFor(change, this.kinds), 0);
      if (calls > this.#remaining) throw this.#quotaExceeded('the next changes', calls);
      await this.#readRecords(changes);
      if (this.kinds.includes('history')) await this.#readHistories(changes);
      await this.#save({ after: cursor, kinds: this.kinds });
      done += changes.length;
      if (changes.length > 0) this.options.onProgress?.({ phase: 'changes', done, total: listed.lines });
    }
  }

  async #readRecords(changes: readonly ChangedItem[]): Promise<void> {
    const changed = changes.filter((one) => this.kinds.includes(`${one.type}s`) && isRecordChanged(one));
    const asked = changed.filter((one) => !isGivenUp(one));
    // Two minifigures may show the same number.
    const numbersOf = (type: string): string[] => [
      ...new Set(asked.filter((one) => one.type === type).map(({ number }) => number)),
    ];
    const numbers = { sets: numbersOf('set'), minifigs: numbersOf('minifig') };
    const batch = asked.length === 0 ? null : await this.api.getBatch(numbers, this.options);
    for (const kind of ['sets', 'minifigs'] as const) {
      const givenUp = changed.filter((one) => `${one.type}s` === kind && isGivenUp(one));
      const records = new Map<string, string | null>(givenUp.map(({ number }) => [number, null]));
      numbers[kind].forEach((number, index) => {
        const { found, ...record } = batch![kind][index]!;
        // A number given up in the meantime finds another item's record.
        records.set(number, found && keyOf(kind, record) === number ? JSON.stringify(record) : null);
      });
      if (records.size > 0) await this.store.put(kind, records);
    }
  }

  async #readHistories(changes: readonly ChangedItem[]): Promise<void> {
    const records = new Map<string, string | null>();
    for (const change of changes.filter(({ type }) => type === 'set'))
      for (const condition of CONDITIONS) {
        const { number, what } = change;
        if (isGivenUp(change)) records.set(keyOf('history', { set_number: number, condition }), null);
        else if (what.includes('history')) {
          const history = await this.api.getHistory(number, { condition }, this.options).catch(nullIfNotFound);
          const isOwn = history?.set_number === number;
          records.set(keyOf('history', { set_number: number, condition }), isOwn ? JSON.stringify(history) : null);
        }
      }
    if (records.size > 0) await this.store.put('history', records);
  }

  get #remaining(): number {
    return this.api.rateLimit?.remaining ?? Infinity;
  }

  async #plan(by: MirrorPlan['by'], calls: number, isAtLeast: boolean): Promise<void> {
    await this.options.onPlan?.({ by, calls, isAtLeast, remaining: this.#remaining });
  }

  #save(state: MirrorState): Promise<void> {
    return this.store.saveState(JSON.stringify(state));
  }

  #quotaExceeded(what: string, calls: number): QuotaExceededError {
    const { rateLimit } = this.api;
    return new QuotaExceededError({
      status: 429,
      code: 'QuotaExceeded',
      message: `${what} cost ${calls} calls and ${this.#remaining} are left of the quota: call mirror again later`,
      requestId: null,
      retryAfterMs: rateLimit && Math.max(0, rateLimit.reset.getTime() - Date.now()),
      rateLimit,
    });
  }
}

/** Null: unknown content, so the copy starts again. */
function parseState(text: string | null): MirrorState | null {
  try {
    const { after, kinds } = JSON.parse(text ?? 'null') as Partial<MirrorState>;
    return typeof after === 'string' && Array.isArray(kinds) ? { after, kinds } : null;
  } catch {
    return null;
  }
}

function nullIfNotFound(error: unknown): null {
  if (error instanceof NotFoundError) return null;
  throw error;
}
