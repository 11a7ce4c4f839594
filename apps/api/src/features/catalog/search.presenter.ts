import { type EpochDay, type Minifig, SetStatus, setStatusOn } from '@brickmarket/domain';
import type { SetIdentity } from '@brickmarket/persistence-ports';
import type { MinifigSearchResult, SetSearchResult } from './search.response.ts';

/** A set among search results: identity only, no values. */
export function presentSetResult(set: SetIdentity, today: EpochDay): SetSearchResult {
  return {
    set_number: set.setNumber,
    title: set.title,
    theme: set.theme,
    subtheme: set.subtheme,
    pieces: set.pieces,
    year: set.year,
    retired: setStatusOn(set, today) === SetStatus.retired,
    image_url: set.imageUrl,
  };
}

/** A minifigure among search results: identity only, no values. */
export function presentMinifigResult(minifig: Minifig): MinifigSearchResult {
  return {
    minifig_number: minifig.minifigNumber,
    name: minifig.name,
    category: minifig.category,
    year_released: minifig.yearReleased,
    image_url: minifig.imageUrl,
  };
}
