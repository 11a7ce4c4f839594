import { namesAgree, setNameKey, type TitledSet } from '@brickmarket/catalog-search';
import {
  barcodeKey,
  hasValidCheckDigit,
  isDemonstrationBarcode,
  monthOfDay,
  setNumberCandidates,
  writtenMonth,
} from '@brickmarket/domain';
import type { ItemDirectory, ItemIds, KnownSetName } from '@brickmarket/persistence-ports';

export interface ResolvedSet {
  readonly setId: number;
  readonly setNumber: string;
}

/** Number and name mean different sets. */
interface NameContradiction {
  readonly reason: string;
  readonly nearest: readonly string[];
}

/** What a file says of a set apart from its number. */
export interface SetHints {
  readonly title?: string | undefined;
  readonly barcode?: string | undefined;
}

/** Letters that are typed or scanned for digits. */
const LOOKALIKES: readonly (readonly [RegExp, string])[] = [
  [/[lI]/g, '1'],
  [/[oO]/g, '0'],
];
const MINIFIG = /^(fig-\d{6}|[a-z]{2,4}\d{3,4}[a-z]?)$/;

/** Resolves sets by number, barcode and name, and collects unknown numbers. */
export class SetResolver {
  readonly #nearest: NearestSetNumbers;
  readonly #unknown = new Map<string, string>();
  #byName: ReadonlyMap<string, readonly string[]> | null = null;
  #byBarcode: ReadonlyMap<string, readonly string[]> | null = null;

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

  /** By number, then barcode, then a mistyped number: a similar one is only taken with its exact name. */
  resolve(asked: string, { title, barcode }: SetHints): ResolvedSet | null {
    return this.find(asked) ?? this.#ofBarcode(barcode) ?? this.#ofBarcode(asked) ?? this.#ofMistyped(asked, title);
  }

  #ofBarcode(barcode = ''): ResolvedSet | null {
    if (!hasValidCheckDigit(barcode) || isDemonstrationBarcode(barcode)) return null;
    this.#byBarcode ??= indexOf(this.items.sets.keys(), (number) => {
      const { upc, ean } = this.#nameOf(number);
      return new Set([upc ?? '', ean ?? ''].flatMap((code) => barcodeKey(code) ?? []));
    });
    return this.#only(this.#byBarcode.get(barcodeKey(barcode)!) ?? []);
  }

  #ofMistyped(asked: string, title: string | undefined): ResolvedSet | null {
    const typed = LOOKALIKES.reduce((text, [letters, digit]) => text.replaceAll(letters, digit), asked);
    const meant = this.find(typed);
    if (meant !== null && (title === undefined || namesAgree(title, this.#nameOf(meant.setNumber)))) return meant;
    const key = setNameKey(title ?? '');
    const alike = key === '' ? [] : this.#nearest.find(typed, Infinity);
    return this.#only(alike.filter((number) => setNameKey(this.#nameOf(number).title) === key));
  }

  /** A barcode or name of several sets means none of them. */
  #only(numbers: readonly string[]): ResolvedSet | null {
    return numbers.length === 1 ? this.find(numbers[0]!) : null;
  }

  /** At most three: sets of that name first, then similar numbers. */
  nearest(asked: string, title?: string): readonly string[] {
    const alike = this.#nearest.find(asked, Infinity);
    const ofName = title === undefined ? [] : this.#namedAs(title);
    const agreeing = alike.filter((number) => title !== undefined && namesAgree(title, this.#nameOf(number)));
    return [...new Set([...agreeing, ...ofName, ...alike])].slice(0, SHOWN);
  }

  labelOf(setNumber: string): string {
    return `${setNumber} “${this.#nameOf(setNumber).title}”`;
  }

  faultOf(asked: string, title?: string): string {
    const nearest = this.nearest(asked, title).map((number) => this.labelOf(number));
    const hint = nearest.length === 0 ? 'no number like it' : `nearest ${nearest.join(', ')}`;
    this.#unknown.set(asked, `${asked}: ${hint}`);
    return `${missingSet(asked)}: ${hint}${this.#newerAdvice()}`;
  }

  /** Reason against an unknown number. */
  missing(asked: string): string {
    if (MINIFIG.test(asked) || this.items.minifigNumbers.find(asked) !== null)
      return `${asked} is a minifigure: only sets can be held`;
    return `${missingSet(asked)}${this.#newerAdvice()}`;
  }

  #newerAdvice(): string {
    const { asOf } = this.items;
    if (asOf === null) return '';
    return `; your catalog is of ${writtenMonth(monthOfDay(asOf))}, “sources add rebrickable” brings newer sets`;
  }

  /** Fault if the name belongs to other sets, with these; null: plausible. Sources name one set differently. */
  contradictionOf({ setNumber }: ResolvedSet, title: string | undefined): NameContradiction | null {
    const known = this.#nameOf(setNumber);
    if (title === undefined || namesAgree(title, known)) return null;
    if (this.#namedAs(title).length === 0) return null;
    const named = this.nearest(setNumber, title).filter((number) => namesAgree(title, this.#nameOf(number)));
    const reason = `the file calls ${setNumber} “${title}”, the catalog “${known.title}”`;
    return { reason, nearest: [setNumber, ...named].slice(0, SHOWN) };
  }

  get unknownNumbers(): readonly string[] {
    return [...this.#unknown.values()];
  }

  #nameOf(setNumber: string): TitledSet & Partial<KnownSetName> {
    return this.items.setNames.get(setNumber) ?? { title: '', theme: '' };
  }

  #namedAs(title: string): readonly string[] {
    this.#byName ??= indexOf(this.items.sets.keys(), (number) => [setNameKey(this.#nameOf(number).title)]);
    const key = setNameKey(title);
    return key === '' ? [] : (this.#byName.get(key) ?? []);
  }
}

const missingSet = (asked: string): string => `set ${asked} is not in the catalog`;

const SHOWN = 3;

/** Finds numbers with one digit extra, missing, wrong or swapped: equal when shortened by at most one character. */
export class NearestSetNumbers {
  #byShortened: ReadonlyMap<string, readonly string[]> | null = null;

  constructor(private readonly known: Iterable<string>) {}

  /** Longest common start and end first. */
  find(asked: string, most = SHOWN): readonly string[] {
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
    return [...found].toSorted((a, b) => likeness.get(b)! - likeness.get(a)! || (a < b ? -1 : 1)).slice(0, most);
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
