/** Where a set belongs: the root theme, and the leaf below it. */
export interface ThemePath {
  readonly theme: string;
  readonly subtheme: string | null;
}

interface Theme {
  readonly name: string;
  readonly parentId: string | null;
}

/** The themes of a dump. Names repeat; only the id is a key. */
export class ThemeTree {
  readonly #themes = new Map<string, Theme>();

  /** False when the id is taken. */
  add(id: string, name: string, parentId: string | null): boolean {
    if (this.#themes.has(id)) return false;
    this.#themes.set(id, { name, parentId });
    return true;
  }

  /** Null when there is no such theme. A theme whose parents are missing or form a circle stands for itself. */
  pathOf(id: string): ThemePath | null {
    const leaf = this.#themes.get(id);
    if (!leaf) return null;
    const root = this.#rootOf(leaf);
    return root === null || root === leaf
      ? { theme: leaf.name, subtheme: null }
      : { theme: root.name, subtheme: leaf.name };
  }

  /** What keeps a theme from its root; null when nothing does. */
  flawOf(id: string): string | null {
    const leaf = this.#themes.get(id);
    if (!leaf || this.#rootOf(leaf)) return null;
    return `theme ${id} has no root: a parent is missing or the parents form a circle; it is taken as a root itself`;
  }

  #rootOf(leaf: Theme): Theme | null {
    const seen = new Set<Theme>();
    let at: Theme | undefined = leaf;
    while (at && !seen.has(at)) {
      if (at.parentId === null) return at;
      seen.add(at);
      at = this.#themes.get(at.parentId);
    }
    return null;
  }
}
