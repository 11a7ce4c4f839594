import { setNumberCandidates } from '@brickmarket/domain';

const SHOWN = 3;

/**
 * Finds numbers that differ from a mistyped one in a digit too many, missing, wrong or swapped with its neighbour. Two such
 * numbers become equal when at most one character is left out of each: those shortened forms are the index.
 */
export class NearestSetNumbers {
  #byShortened: Map<string, string[]> | null = null;

  constructor(private readonly known: Iterable<string>) {}

  /** At most three, those that begin and end most alike first. */
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

/** How many characters two texts share at their start and at their end. */
function sharedEnds(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start++;
  let end = 0;
  while (end < most - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return start + end;
}
