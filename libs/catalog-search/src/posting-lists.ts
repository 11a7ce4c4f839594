/** For every pair of adjacent characters, the positions of the items in which it occurs, ascending. */
export class PostingLists {
  constructor(private readonly lists: ReadonlyMap<number, Int32Array>) {}

  /**
   * The shortest list among the pairs of these terms: a superset of what matches. Null when no term has a pair, so that
   * every item has to be looked at.
   */
  shortestFor(terms: readonly string[]): Int32Array | null {
    let shortest: Int32Array | null = null;
    for (const term of terms) {
      for (let i = 1; i < term.length; i++) {
        const list = this.lists.get(pairAt(term, i - 1)) ?? NO_ITEMS;
        if (shortest === null || list.length < shortest.length) shortest = list;
      }
    }
    return shortest;
  }
}

/** Posting lists while items are still being added. */
export class GrowingPostingLists {
  private readonly lists = new Map<number, number[]>();

  /** Adds one item; positions must be added in ascending order. */
  add(position: number, text: string): void {
    for (let i = 1; i < text.length; i++) {
      const pair = pairAt(text, i - 1);
      const list = this.lists.get(pair);
      if (list === undefined) this.lists.set(pair, [position]);
      else if (list.at(-1) !== position) list.push(position);
    }
  }

  /** The lists as they stand, in less than half of the memory. */
  finish(): PostingLists {
    return new PostingLists(new Map([...this.lists].map(([pair, list]) => [pair, Int32Array.from(list)])));
  }
}

const NO_ITEMS = new Int32Array();

function pairAt(text: string, index: number): number {
  return text.charCodeAt(index) * 0x1_0000 + text.charCodeAt(index + 1);
}
