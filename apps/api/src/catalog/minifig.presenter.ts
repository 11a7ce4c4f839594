import type { MinifigRecord } from '@brickmarket/persistence-ports';
import type { MinifigResponse } from './minifig.response.ts';

/** A minifigure as the contract shows it. */
export function presentMinifig({ minifig, setNumbers }: MinifigRecord): MinifigResponse {
  return {
    minifig_number: minifig.minifigNumber,
    name: minifig.name,
    category: minifig.category,
    ...(minifig.color !== null && { color: minifig.color }),
    year_released: minifig.yearReleased,
    image_url: minifig.imageUrl,
    current_value_usd: null,
    value_range: null,
    set_count: setNumbers.length,
    sets: setNumbers,
  };
}
