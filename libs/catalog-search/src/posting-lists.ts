/** For every pair of adjacent characters, the positions of the items in which it occurs, ascending. */
export class PostingLists {
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

  /**
   * The shortest list among the pairs of these terms: a superset of what matches. Null when no term has a pair, so that
   * every item has to be looked at.
   */
  shortestFor(terms: readonly string[]): readonly number[] | null {
    let shortest: readonly number[] | null = null;
    for (const term of terms) {
      for (let i = 1; i < term.length; i++) {
        const list = this.lists.get(pairAt(term, i - 1)) ?? [];
        if (shortest === null || list.length < shortest.length) shortest = list;
      }
    }
    return shortest;
  }
}

function pairAt(text: string, index: number): number {
  return text.charCodeAt(index) * 0x1_0000 + text.charCodeAt(index + 1);
}
