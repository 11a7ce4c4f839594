import type { Brickmarket, CallOptions } from '../brickmarket.ts';
import { BadRequestError } from '../errors.ts';
import type { ChangedItem, Changes } from '../records.ts';
import type { MirroredKind } from './store.ts';

/** Each needs a separate request. */
export const CONDITIONS = ['sealed', 'used'] as const;

const LARGEST_PAGE = 250;
const DEAREST_LINE = 1 + CONDITIONS.length;

/** The service does not know the changes since a cursor: it is too old, foreign or malformed, or data was restored. */
export class UnknownChanges extends BadRequestError {}

/** Whether the record itself changed or was removed. */
export function isRecordChanged({ what }: ChangedItem): boolean {
  return what.some((part) => part !== 'history');
}

/** Whether no item has the number any more. */
export function isGivenUp({ gone, renamed_to }: ChangedItem): boolean {
  return gone || renamed_to !== null;
}

/** Calls needed to read the changed records of mirrored kinds. */
export function callsFor(change: ChangedItem, kinds: readonly MirroredKind[]): number {
  if (isGivenUp(change)) return 0;
  const record = kinds.includes(`${change.type}s`) && isRecordChanged(change) ? 1 : 0;
  const history = kinds.includes('history') && change.what.includes('history') ? CONDITIONS.length : 0;
  return record + history;
}

/** Changes since a cursor, listed as needed, as every page costs a call. */
export class ListedChanges {
  readonly #pages: Changes[] = [];
  #calls = 0;

  constructor(
    private readonly api: Brickmarket,
    private readonly after: string,
    private readonly kinds: readonly MirroredKind[],
    private readonly options: CallOptions,
  ) {}

  get isComplete(): boolean {
    return this.#pages.at(-1)?.has_more === false;
  }

  /** Calls needed to read the changes listed so far. */
  get calls(): number {
    return this.#calls;
  }

  get lines(): number {
    return this.#pages.reduce((sum, { changes }) => sum + changes.length, 0);
  }

  /** Lists until complete, or until reading takes more than `calls`. */
  async listBeyond(calls: number): Promise<void> {
    while (!this.isComplete && this.#calls <= calls) await this.#listNext();
  }

  /** Listed pages first, then the rest. */
  async *pages(): AsyncGenerator<Changes, void, undefined> {
    for (let at = 0; at < this.#pages.length || !this.isComplete; at++) {
      if (at === this.#pages.length) await this.#listNext();
      yield this.#pages[at]!;
    }
  }

  async #listNext(): Promise<void> {
    const after = this.#pages.at(-1)?.cursor ?? this.after;
    let page = await this.#list(after, this.#pageSize);
    // The first response shows the remaining quota.
    if (page.changes.length > this.#pageSize) page = await this.#list(after, this.#pageSize);
    this.#pages.push(page);
    this.#calls += this.#callsFor(page);
  }

  /** Only a whole page advances the cursor, so pages shrink with the remaining quota. */
  get #pageSize(): number {
    const left = this.api.rateLimit?.remaining ?? Infinity;
    return left < LARGEST_PAGE * DEAREST_LINE ? Math.max(1, Math.floor(left / 2 / DEAREST_LINE)) : LARGEST_PAGE;
  }

  #callsFor({ changes }: Changes): number {
    return changes.reduce((sum, change) => sum + callsFor(change, this.kinds), 0);
  }

  async #list(after: string, limit: number): Promise<Changes> {
    try {
      return await this.api.listChanges({ after, limit }, this.options);
    } catch (error) {
      if (error instanceof BadRequestError) throw new UnknownChanges(error, { cause: error });
      throw error;
    }
  }
}
