import type { ItemKind } from '@brickmarket/domain';

/** The ids of all items of the catalogue, by number. */
export class ItemIds {
  constructor(
    readonly sets: ReadonlyMap<string, number>,
    readonly minifigs: ReadonlyMap<string, number>,
  ) {}

  /** Null when there is no such item. */
  find(kind: ItemKind, number: string): number | null {
    return (kind === 'set' ? this.sets : this.minifigs).get(number) ?? null;
  }
}

/** Which items there are. Importers load it once and know for every row whether it means anything. */
export abstract class ItemDirectory {
  abstract load(): Promise<ItemIds>;
}
