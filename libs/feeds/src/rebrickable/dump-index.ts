/** Root theme and leaf; leaf null: the set belongs to the root. */
interface ThemePath {
  readonly theme: string;
  readonly subtheme: string | null;
}

interface Theme {
  readonly name: string;
  readonly parentId: string | null;
}

/** Names repeat; only the id is a key. */
export class ThemeTree {
  readonly #themes = new Map<string, Theme>();

  add(id: string, name: string, parentId: string | null): boolean {
    if (this.#themes.has(id)) return false;
    this.#themes.set(id, { name, parentId });
    return true;
  }

  /** Null: unknown theme. A theme with missing or cyclic parents is its own root. */
  pathOf(id: string): ThemePath | null {
    const leaf = this.#themes.get(id);
    if (!leaf) return null;
    const root = this.#rootOf(leaf);
    return root === null || root === leaf
      ? { theme: leaf.name, subtheme: null }
      : { theme: root.name, subtheme: leaf.name };
  }

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

interface Inventory {
  readonly id: string;
  readonly version: number;
}

/** Current inventory per set: the highest version. */
export class InventoryIndex {
  readonly #ids = new Set<string>();
  readonly #newest = new Map<string, Inventory>();
  #setById: Map<string, string> | null = null;

  /** False: known id of a set's or minifig's inventory. */
  addId(id: string): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    return true;
  }

  /** Keeps the highest version. False: version seen before. */
  addVersion(setNumber: string, id: string, version: number): boolean {
    const known = this.#newest.get(setNumber);
    if (known?.version === version) return false;
    if (!known || known.version < version) this.#newest.set(setNumber, { id, version });
    return true;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Null for outdated and minifig inventories. Call after all are added. */
  setOf(id: string): string | null {
    this.#setById ??= new Map([...this.#newest].map(([setNumber, inventory]) => [inventory.id, setNumber]));
    return this.#setById.get(id) ?? null;
  }
}
