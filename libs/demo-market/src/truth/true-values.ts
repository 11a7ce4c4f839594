import { type EpochDay, type ItemKind } from '@brickmarket/domain';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { StreamKey } from '../random/stream-key.ts';
import { type Temperament, TEMPERAMENTS, temperedPath } from '../sales/temperaments.ts';
import { FigureValuePath } from './figure-value-path.ts';
import type { ThemeClimate } from './market-climate.ts';
import { SetValuePath } from './set-value-path.ts';
import type { ValuePath } from './value-path.ts';

/** One item's true value from its first day on. */
export interface TrueValue {
  readonly firstDay: EpochDay;
  readonly path: ValuePath;
}

const REMEMBERED_ITEMS = 256;

/** Finds the true value of any item. Paths are cheap to draw again, so only the last few are remembered. */
export class TrueValues {
  private readonly remembered = new Map<string, TrueValue | null>();

  constructor(
    private readonly catalogue: Catalogue,
    private readonly climate: readonly ThemeClimate[],
    private readonly temperament: Temperament = TEMPERAMENTS.ordinary,
  ) {}

  /** Null when the catalogue has no such item. */
  find(itemKind: ItemKind, itemNumber: string): TrueValue | null {
    const name = `${itemKind} ${itemNumber}`;
    const known = this.remembered.get(name);
    if (known !== undefined) return known;
    if (this.remembered.size >= REMEMBERED_ITEMS) this.remembered.clear();
    const found = itemKind === 'set' ? this.findSet(itemNumber) : this.findFigure(itemNumber);
    this.remembered.set(name, found);
    return found;
  }

  private findSet(setNumber: string): TrueValue | null {
    const set = this.catalogue.setByNumber.get(setNumber);
    return set
      ? this.tempered(
          set.releaseDay,
          set.key,
          new SetValuePath(set, this.climate[set.themeIndex]!, this.catalogue.asOfDay),
        )
      : null;
  }

  private findFigure(minifigNumber: string): TrueValue | null {
    const figure = this.catalogue.figureByNumber.get(minifigNumber);
    return figure
      ? this.tempered(
          figure.firstDay,
          figure.key,
          new FigureValuePath(figure, this.climate[figure.themeIndex]!, this.catalogue.asOfDay),
        )
      : null;
  }

  private tempered(firstDay: EpochDay, key: StreamKey, path: ValuePath): TrueValue {
    return { firstDay, path: temperedPath(path, key, this.temperament, firstDay, this.catalogue.asOfDay) };
  }
}
