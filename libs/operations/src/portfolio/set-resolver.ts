import { namesAgree, setNameKey, type TitledSet } from '@brickmarket/catalog-search';
import { setNumberCandidates } from '@brickmarket/domain';
import type { ItemDirectory, ItemIds } from '@brickmarket/persistence-ports';

export interface ResolvedSet {
  readonly setId: number;
  readonly setNumber: string;
}

/** Number and name mean different sets. */
interface NameContradiction {
  readonly reason: string;
  readonly nearest: readonly string[];
}

/** Resolves sets by number and name, and collects unknown numbers. */
export class SetResolver {
  readonly #nearest: NearestSetNumbers;
  readonly #unknown = new Map<string, string>();
  #byName: ReadonlyMap<string, readonly string[]> | null = null;

  private constructor(private readonly items: ItemIds) {
    this.#nearest = new NearestSetNumbers(items.sets.keys());
  }

  static async load(items: ItemDirectory): Promise<SetResolver> {
    return new SetResolver(await items.load());
  }

  /** Current or earlier number, with `75192` for `75192-1`. Null: none. */
  find(asked: string): ResolvedSet | null {
    const setNumber = this.items.findSetNumber(asked);
    return setNumber === null ? null : { setId: this.items.sets.get(setNumber)!, setNumber };
  }

  /** At most three: sets of that name first, then similar numbers. */
  nearest(asked: string, title?: string): readonly string[] {
    const alike = this.#nearest.find(asked);
    const ofName = title === undefined ? [] : this.#namedAs(title);
    const agreeing = alike.filter((number) => title !== undefined && namesAgree(title, this.#nameOf(number)));
    return [...new Set([...agreeing, ...ofName, ...alike])].slice(0, SHOWN);
  }

  labelOf(setNumber: string): string {
    return `${setNumber} “${this.#nameOf(setNumber).title}”`;
  }

  faultOf(asked: string, title?: string): string {
    const nearest = this.nearest(asked, title).map((number) => this.labelOf(number));
    const known = nearest.length === 0 ? `${asked}: no number like it` : `${asked}: nearest ${nearest.join(', ')}`;
    this.#unknown.set(asked, known);
    return `there is no set ${known}`;
  }

  /** Fault if the file's name contradicts the catalog, with similar sets; null: plausible. */
  contradictionOf({ setNumber }: ResolvedSet, title: string | undefined): NameContradiction | null {
    const known = this.#nameOf(setNumber);
    if (title === undefined || namesAgree(title, known)) return null;
    const named = this.nearest(setNumber, title).filter((number) => namesAgree(title, this.#nameOf(number)));
    const reason = `the file calls ${setNumber} “${title}”, the catalog “${known.title}”`;
    return { reason, nearest: [setNumber, ...named].slice(0, SHOWN) };
  }

  get unknownNumbers(): readonly string[] {
    return [...this.#unknown.values()];
  }

  #nameOf(setNumber: string): TitledSet {
    return this.items.setNames.get(setNumber) ?? { title: '', theme: '' };
  }

  #namedAs(title: string): readonly string[] {
    this.#byName ??= indexOf(this.items.sets.keys(), (number) => [setNameKey(this.#nameOf(number).title)]);
    const key = setNameKey(title);
    return key === '' ? [] : (this.#byName.get(key) ?? []);
  }
}

const SHOWN = 3;

/** Finds numbers with one digit extra, missing, wrong or swapped: equal when shortened by at most one character. */
export class NearestSetNumbers {
  #byShortened: ReadonlyMap<string, readonly string[]> | null = null;

  constructor(private readonly known: Iterable<string>) {}

  /** At most three, longest common start and end first. */
  find(asked: string): readonly string[] {
    this.#byShortened ??= indexOf(this.known, shortenedForms);
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

function indexOf(
  numbers: Iterable<string>,
  formsOf: (number: string) => Iterable<string>,
): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>();
  for (const number of numbers) {
    for (const form of formsOf(number)) {
      const known = index.get(form);
      if (known) known.push(number);
      else index.set(form, [number]);
    }
  }
  return index;
}

/** The text, and each form without one character. */
function shortenedForms(text: string): ReadonlySet<string> {
  const forms = new Set([text]);
  for (let at = 0; at < text.length; at++) forms.add(text.slice(0, at) + text.slice(at + 1));
  return forms;
}

function sharedEnds(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start++;
  let end = 0;
  while (end < most - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return start + end;
}
