import { DemoMarket, type MarketOptions } from '@brickmarket/demo-market';
import { type EpochDay, type MarketSale, type Minifig, MS_PER_DAY, type SetMinifig } from '@brickmarket/domain';
import { childKey, normal, RandomStream, type StreamKey } from '../../../libs/demo-market/src/random/random-stream.ts';
import { SALE_SOURCES, type TradingMonth } from '../../../libs/demo-market/src/sales/month-of-sales.ts';
import { figureTradables, setTradables, type Tradable } from '../../../libs/demo-market/src/sales/tradable.ts';
import type { ValuePath } from '../../../libs/demo-market/src/truth/curves.ts';
import { type TrueValue, TrueValues } from '../../../libs/demo-market/src/truth/true-values.ts';
import { inventCatalog, type InventedCatalog, publishedFigure } from './invented-catalog.ts';
import { drawMixture, type Temperament, type TemperamentName, TEMPERAMENTS, withTemperament } from './temperaments.ts';

interface InventedOptions extends MarketOptions {
  readonly temperament?: TemperamentName;
}

/** On a catalog that is invented too, and trading in one of several ways. */
export class InventedMarket extends DemoMarket {
  readonly #invented: InventedCatalog;
  readonly #temperament: Temperament;

  constructor({ temperament = 'ordinary', ...options }: InventedOptions) {
    const invented = inventCatalog(options);
    super(options, invented);
    this.#invented = invented;
    this.#temperament = TEMPERAMENTS[temperament];
    this.truth = new CharacterValues(this.catalog, this.climate, this.#temperament);
  }

  *minifigs(): Generator<Minifig> {
    for (const figure of this.#invented.figures) yield publishedFigure(figure);
  }

  setMinifigs(): readonly SetMinifig[] {
    return this.#invented.links;
  }

  protected override *tradables(): Generator<Tradable> {
    const { sets, figures, asOfDay } = this.catalog;
    for (const set of sets)
      if (set.releaseDay <= asOfDay)
        for (const item of setTradables(set, this.climate[set.themeIndex]!, asOfDay))
          yield this.#inCharacter(item, set.key, set.releaseDay);
    for (const figure of figures)
      if (figure.firstDay <= asOfDay)
        for (const item of figureTradables(figure, this.climate[figure.themeIndex]!, asOfDay))
          yield this.#inCharacter(item, figure.key, figure.firstDay);
  }

  protected override salesOfMonth(item: Tradable, month: TradingMonth): MarketSale[] {
    return this.#temperament.pace === null ? monthlyListing(item, month) : super.salesOfMonth(item, month);
  }

  #inCharacter(item: Tradable, key: StreamKey, firstDay: EpochDay): Tradable {
    const { spread, pace } = this.#temperament;
    const drawShift = drawMixture(key, this.#temperament);
    return {
      ...item,
      path: withTemperament(item.path, key, this.#temperament, firstDay, this.catalog.asOfDay),
      spread: spread?.[item.condition] ?? item.spread,
      perMonth: (day) => (pace ?? 1) * item.perMonth(day),
      ...(drawShift && { drawShift }),
    };
  }
}

class CharacterValues extends TrueValues {
  readonly #temperament: Temperament;

  constructor(
    catalog: ConstructorParameters<typeof TrueValues>[0],
    climate: ConstructorParameters<typeof TrueValues>[1],
    temperament: Temperament,
  ) {
    super(catalog, climate);
    this.#temperament = temperament;
  }

  protected override trueValue(firstDay: EpochDay, key: StreamKey, path: ValuePath): TrueValue {
    return { firstDay, path: withTemperament(path, key, this.#temperament, firstDay, this.catalog.asOfDay) };
  }
}

/** One offer in the middle of the month; a few have a wrong price. */
function monthlyListing(item: Tradable, { month, firstDay, days }: TradingMonth): MarketSale[] {
  const day = firstDay + 14;
  if (firstDay + days <= item.firstDay || day < item.firstDay) return [];
  const stream = new RandomStream(childKey(item.key, month));
  const wrong = stream.chance(0.004) ? stream.between(-1.5, 1.5) : 0;
  const logPrice = item.path.logCents(item.condition, day) + item.spread * normal(stream) + wrong;
  const { itemKind, itemNumber, condition } = item;
  return [
    {
      itemKind,
      itemNumber,
      condition,
      soldAt: new Date((day + 0.5) * MS_PER_DAY),
      priceCents: Math.max(5, Math.round(Math.exp(logPrice))),
      quantity: 1,
      source: SALE_SOURCES[0]!.name,
      sourceRef: `${itemNumber}/${condition}/${month}/0`,
    },
  ];
}
