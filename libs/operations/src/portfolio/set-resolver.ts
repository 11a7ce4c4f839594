import { setNumberCandidates } from '@brickmarket/domain';
import type { ItemDirectory, ItemIds } from '@brickmarket/persistence-ports';

/** A set of the catalogue. */
interface ResolvedSet {
  readonly setId: number;
  /** Canonical. */
  readonly setNumber: string;
}

/** Resolves the set numbers of a person's file, and remembers those that are not in the catalogue. */
export class SetResolver {
  readonly #nearest: NearestSetNumbers;
  readonly #unknown = new Map<string, string>();

  private constructor(private readonly items: ItemIds) {
    this.#nearest = new NearestSetNumbers(items.sets.keys());
  }

  static async load(items: ItemDirectory): Promise<SetResolver> {
    return new SetResolver(await items.load());
  }

  /**
   * The set of a number, or of one that it had before; `75192` resolves to `75192-1` when no set has the bare number.
   * Null when there is none.
   */
  find(asked: string): ResolvedSet | null {
    const setNumber = this.items.findSetNumber(asked);
    return setNumber === null ? null : { setId: this.items.sets.get(setNumber)!, setNumber };
  }

  /** At most three known numbers like one that is not known. */
  nearest(asked: string): readonly string[] {
    return this.#nearest.find(asked);
  }

  /** Why a number that was not found cannot be used, with the nearest known numbers. */
  faultOf(asked: string): string {
    let known = this.#unknown.get(asked);
    if (known === undefined) {
      const nearest = this.#nearest.find(asked);
      known = nearest.length === 0 ? `${asked}: no number like it` : `${asked}: nearest ${nearest.join(', ')}`;
      this.#unknown.set(asked, known);
    }
    return `there is no set ${known}`;
  }

  /** The numbers that were not found, each with the nearest known ones. */
  get unknownNumbers(): readonly string[] {
    return [...this.#unknown.values()];
  }
}

const SHOWN = 3;

/**
 * Finds numbers that differ from a mistyped one by a digit too many, missing, wrong or swapped with its neighbour. Such
 * numbers become equal when at most one character is left out of each: the index is by those shortened forms.
 */
export class NearestSetNumbers {
  #byShortened: Map<string, string[]> | null = null;

  constructor(private readonly known: Iterable<string>) {}

  /** At most three, those with the longest common beginning and end first. */
  find(asked: string): readonly string[] {
    this.#byShortened ??= indexOf(this.known);
    const candidates = asked.includes('-') ? [asked] : setNumberCandidates(asked);
    const found = new Set<string>();
    for (const candidate of candidates) {
      for (const form of shortenedForms(candidate)) {
        for (const number of this.#byShortened.get(form) ?? []) found.add(number);
      }
    }
    const likeness = new Map(
      [...found].map((number) => [number, Math.max(...candidates.map((candidate) => sharedEnds(number, candidate)))]),
    );
    return [...found].toSorted((a, b) => likeness.get(b)! - likeness.get(a)! || (a < b ? -1 : 1)).slice(0, SHOWN);
  }
}

function indexOf(numbers: Iterable<string>): Map<string, string[]> {
  const index = new Map<string, string[]>();
  for (const number of numbers) {
    for (const form of shortenedForms(number)) {
      const known = index.get(form);
      if (known) known.push(number);
      else index.set(form, [number]);
    }
  }
  return index;
}

/** The text, and the text without each of its characters. */
function shortenedForms(text: string): ReadonlySet<string> {
  const forms = new Set([text]);
  for (let at = 0; at < text.length; at++) forms.add(text.slice(0, at) + text.slice(at + 1));
  return forms;
}

/** The length of the common beginning and the common end of two texts. */
function sharedEnds(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start++;
  let end = 0;
  while (end < most - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return start + end;
}
