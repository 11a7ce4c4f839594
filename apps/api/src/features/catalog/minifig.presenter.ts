import { usdFromCents, usdOrNull } from '@brickmarket/domain';
import type { MinifigRecord } from '@brickmarket/persistence-ports';
import type { MinifigResponse } from './minifig.response.ts';

/** A minifigure as the contract shows it. */
export function presentMinifig({ minifig, setNumbers, value }: MinifigRecord): MinifigResponse {
  return {
    minifig_number: minifig.minifigNumber,
    name: minifig.name,
    category: minifig.category,
    ...(minifig.color !== null && { color: minifig.color }),
    year_released: minifig.yearReleased,
    image_url: minifig.imageUrl,
    current_value_usd: usdOrNull(value?.valueCents ?? null),
    value_range: value && { low: usdFromCents(value.lowCents), high: usdFromCents(value.highCents) },
    set_count: setNumbers.length,
    sets: setNumbers,
  };
}
