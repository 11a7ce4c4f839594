import type { Brickmarket, CallOptions } from '../brickmarket.ts';
import { BadRequestError } from '../errors.ts';
import type { ChangedItem, Changes } from '../records.ts';
import type { MirroredKind } from './store.ts';

/** The conditions of a history; each is asked for by itself. */
export const CONDITIONS = ['sealed', 'used'] as const;

const LARGEST_PAGE = 250;
const DEAREST_LINE = 1 + CONDITIONS.length;

/** The service does not know what changed since a cursor: it is too old, foreign or malformed, or data was restored. */
export class UnknownChanges extends BadRequestError {}

/** Whether a line says that the record itself is another one, or gone. */
export function isRecordChanged({ what }: ChangedItem): boolean {
  return what.some((part) => part !== 'history');
}

/** Whether the number is that of no item any more. */
export function isGivenUp({ gone, renamed_to }: ChangedItem): boolean {
  return gone || renamed_to !== null;
}

/** How many calls it takes to read again what a line names, of the kinds that are mirrored. */
export function callsFor(change: ChangedItem, kinds: readonly MirroredKind[]): number {
  if (isGivenUp(change)) return 0;
  const record = kinds.includes(`${change.type}s`) && isRecordChanged(change) ? 1 : 0;
  const history = kinds.includes('history') && change.what.includes('history') ? CONDITIONS.length : 0;
  return record + history;
}

/** The changes since a cursor, listed only as far as somebody wants to know them: every page costs a call. */
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

  /** How many calls it takes to read what was listed so far. */
  get calls(): number {
    return this.#calls;
  }

  get lines(): number {
    return this.#pages.reduce((sum, { changes }) => sum + changes.length, 0);
  }

  /** Lists on until all is listed, or takes more than so many calls to read. */
  async listBeyond(calls: number): Promise<void> {
    while (!this.isComplete && this.#calls <= calls) await this.#listNext();
  }

  /** Those that are listed, and then the others. */
  async *pages(): AsyncGenerator<Changes, void, undefined> {
    for (let at = 0; at < this.#pages.length || !this.isComplete; at++) {
      if (at === this.#pages.length) await this.#listNext();
      yield this.#pages[at]!;
    }
  }

  async #listNext(): Promise<void> {
    const after = this.#pages.at(-1)?.cursor ?? this.after;
    let page = await this.#list(after, this.#pageSize);
    // The first answer has told what is left of the allowance.
    if (page.changes.length > this.#pageSize) page = await this.#list(after, this.#pageSize);
    this.#pages.push(page);
    this.#calls += this.#callsFor(page);
  }

  /** Only a whole page is a step forward: where little is left of the allowance, pages are small. */
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
