import { Purpose } from '../../../libs/demo-market/src/random/random-stream.ts';

/** Streams that only invented catalogs and market characters have. */
export const TestPurpose = {
  ...Purpose,
  setFacts: 2,
  setTitle: 3,
  setFigures: 5,
  figureFacts: 6,
  casting: 7,
  temperament: 23,
  mixture: 24,
} as const;
