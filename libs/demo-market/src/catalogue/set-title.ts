import { RandomStream } from '../random/random-stream.ts';
import { weightedIndex } from '../random/distributions.ts';
import type { StreamKey } from '../random/stream-key.ts';
import { FIGURE_DETAILS, FIGURE_ROLES, PEOPLE, PLACES, QUALITIES, SUBJECTS, type Vocabulary } from './vocabularies.ts';

const PATTERN_WEIGHTS = [30, 16, 14, 10, 8, 5, 4, 4, 3];

/** An invented set title. Accents, quotes, commas and digits turn up now and then, as they do in the wild. */
export function inventSetTitle(key: StreamKey, vocabulary: Vocabulary): string {
  const stream = new RandomStream(key);
  const subject = stream.pick(SUBJECTS[vocabulary]);
  const quality = stream.pick(QUALITIES);
  const place = stream.pick(PLACES);
  const person = stream.pick(PEOPLE);
  switch (weightedIndex(stream, PATTERN_WEIGHTS)) {
    case 0:
      return `${quality} ${subject}`;
    case 1:
      return `${subject} of ${place}`;
    case 2:
      return `${person}'s ${subject}`;
    case 3:
      return `${subject} at ${place}`;
    case 4:
      return `${subject} & ${stream.pick(SUBJECTS[vocabulary])}`;
    case 5:
      return `Mission ${stream.whole(2, 99)}: ${quality} ${subject}`;
    case 6:
      return `"${quality} ${stream.pick(['Anna', 'Lady', 'Star', 'Whale', 'Comet'])}" ${subject}`;
    case 7:
      return `${subject}, ${quality} Edition`;
    default:
      return `${person} vs. the ${quality} ${subject} – ${stream.whole(2, 12)}-in-1`;
  }
}

/** An invented minifigure name, in the comma-separated manner of catalogues. */
export function inventFigureName(stream: RandomStream): string {
  const who = stream.chance(0.35) ? stream.pick(PEOPLE) : `${stream.pick(QUALITIES)} ${stream.pick(FIGURE_ROLES)}`;
  const detail = stream.pick(FIGURE_DETAILS);
  return stream.chance(0.4) ? `${who}, ${detail}, ${stream.pick(FIGURE_DETAILS)}` : `${who}, ${detail}`;
}
