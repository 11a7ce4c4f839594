import type { Condition } from '@brickmarket/domain';
import type { HeldItem } from './held-copies.ts';

/** Something known of each item. Keyed by its two parts as they are: joining them into one text costs more than all the arithmetic of a history. */
export class ItemMap<T> {
  readonly #byCondition: Record<Condition, Map<string, T>> = { sealed: new Map(), used: new Map() };

  /** What is known of an item; undefined when it was never set. */
  get(item: HeldItem): T | undefined {
    return this.#byCondition[item.condition].get(item.setNumber);
  }

  /** Replaces what was known of an item. */
  set(item: HeldItem, known: T): void {
    this.#byCondition[item.condition].set(item.setNumber, known);
  }

  /** What is known of all items. */
  *values(): Iterable<T> {
    for (const map of Object.values(this.#byCondition)) yield* map.values();
  }
}
