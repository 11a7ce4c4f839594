import { setNumberCandidates } from '@brickmarket/domain';
import type { ItemDirectory } from '@brickmarket/persistence-ports';
import { NearestSetNumbers } from './nearest-set-numbers.ts';

/** A set of the catalogue. */
export interface ResolvedSet {
  readonly setId: number;
  /** Canonical. */
  readonly setNumber: string;
}

/** Finds the sets that a person's file speaks of, and remembers those it did not find. */
export class SetResolver {
  readonly #nearest: NearestSetNumbers;
  readonly #unknown = new Map<string, string>();

  private constructor(private readonly sets: ReadonlyMap<string, number>) {
    this.#nearest = new NearestSetNumbers(sets.keys());
  }

  static async load(items: ItemDirectory): Promise<SetResolver> {
    return new SetResolver((await items.load()).sets);
  }

  /** The set a number means (`75192` means `75192-1` when no set has the bare number); null when there is none. */
  find(asked: string): ResolvedSet | null {
    const setNumber = setNumberCandidates(asked).find((number) => this.sets.has(number));
    return setNumber === undefined ? null : { setId: this.sets.get(setNumber)!, setNumber };
  }

  /** Why a number is of no use, with the numbers it may have been meant to be. */
  faultOf(asked: string): string | null {
    if (this.find(asked) !== null) return null;
    let known = this.#unknown.get(asked);
    if (known === undefined) {
      const nearest = this.#nearest.find(asked);
      known = nearest.length === 0 ? `${asked}: no number like it` : `${asked}: nearest ${nearest.join(', ')}`;
      this.#unknown.set(asked, known);
    }
    return `there is no set ${known}`;
  }

  /** The numbers that were not found, each with the nearest ones there are. */
  get unknownNumbers(): readonly string[] {
    return [...this.#unknown.values()];
  }
}
