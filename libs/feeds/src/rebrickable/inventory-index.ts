interface Inventory {
  readonly id: string;
  readonly version: number;
}

/** Which inventory speaks for each set: the one of the highest version. */
export class InventoryIndex {
  readonly #ids = new Set<string>();
  readonly #newest = new Map<string, Inventory>();
  #setById: Map<string, string> | null = null;

  /** Takes note of an inventory, of whatever owner. False when the id is taken. */
  addId(id: string): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    return true;
  }

  /** Makes an inventory the one of its set if none has a higher version. False when that version of the set is taken. */
  addVersion(setNumber: string, id: string, version: number): boolean {
    const known = this.#newest.get(setNumber);
    if (known?.version === version) return false;
    if (!known || known.version < version) this.#newest.set(setNumber, { id, version });
    return true;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** The set an inventory speaks for; null for outdated ones and those of minifigs. Ask when all are added. */
  setOf(id: string): string | null {
    this.#setById ??= new Map([...this.#newest].map(([setNumber, inventory]) => [inventory.id, setNumber]));
    return this.#setById.get(id) ?? null;
  }
}
