import {
  type EpochDay,
  type ItemKind,
  type Cents,
  type Condition,
  epochDayOf,
  roundHalfAwayFromZero,
} from '@brickmarket/domain';
import type { TradedCatalog } from '../catalog/traded-catalog.ts';
import type { Interval } from '../market-options.ts';
import type { StreamKey } from '../random/random-stream.ts';
import type { ValuePath } from './curves.ts';
import { FigureValuePath } from './figure-value-path.ts';
import type { ThemeClimate } from './market-climate.ts';
import { SetValuePath } from './set-value-path.ts';

export interface TrueValue {
  readonly firstDay: EpochDay;
  readonly path: ValuePath;
}

const REMEMBERED_ITEMS = 256;

/** Few paths are cached, as they compute fast. */
export class TrueValues {
  private readonly remembered = new Map<string, TrueValue | null>();

  constructor(
    protected readonly catalog: TradedCatalog,
    private readonly climate: readonly ThemeClimate[],
  ) {}

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
    const set = this.catalog.setByNumber.get(setNumber);
    return set
      ? this.trueValue(
          set.releaseDay,
          set.key,
          new SetValuePath(set, this.climate[set.themeIndex]!, this.catalog.asOfDay),
        )
      : null;
  }

  private findFigure(minifigNumber: string): TrueValue | null {
    const figure = this.catalog.figureByNumber.get(minifigNumber);
    return figure
      ? this.trueValue(
          figure.firstDay,
          figure.key,
          new FigureValuePath(figure, this.climate[figure.themeIndex]!, this.catalog.asOfDay),
        )
      : null;
  }

  /** `key` is the item's. */
  protected trueValue(firstDay: EpochDay, _key: StreamKey, path: ValuePath): TrueValue {
    return { firstDay, path };
  }
}

export interface TruthSample {
  readonly itemKind: ItemKind;
  readonly itemNumber: string;
  readonly condition: Condition;
  readonly day: EpochDay;
  readonly valueCents: Cents;
}

interface ValuedItem {
  readonly itemKind: ItemKind;
  readonly itemNumber: string;
  readonly condition: Condition;
  readonly firstDay: EpochDay;
  readonly path: ValuePath;
}

/** Samples multiples of `everyDays`, so that overlapping intervals agree. */
export function* sampleTruth(
  items: Iterable<ValuedItem>,
  everyDays: number,
  interval: Interval,
): Generator<TruthSample> {
  const lastDay = epochDayOf(interval.until);
  for (const { itemKind, itemNumber, condition, firstDay, path } of items) {
    const start = Math.ceil(Math.max(firstDay, epochDayOf(interval.after) + 1) / everyDays) * everyDays;
    for (let day = start; day <= lastDay; day += everyDays) {
      yield {
        itemKind,
        itemNumber,
        condition,
        day,
        valueCents: roundHalfAwayFromZero(Math.exp(path.logCents(condition, day))),
      };
    }
  }
}
