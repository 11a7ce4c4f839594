import { parseIsoDay } from '@brickmarket/domain';
import { valuationText } from './valuation-text.ts';

const RUN = {
  asOf: parseIsoDay('2026-11-15')!,
  isFull: false,
  items: 0,
  sales: 0,
  areSalesEstimated: false,
  changed: 0,
  durationMs: 0,
} as const;

describe('valuationText', () => {
  it('says which changes would have had an effect, as after an import of retail prices that are long over', () => {
    expect(valuationText(RUN)).toBe(
      'nothing that values depend on has changed since the last run (as of 2026-11-15): ' +
        'no sale, list price or date, and no price at which a retailer itself sells now',
    );
  });

  it('counts what was valued', () => {
    expect(valuationText({ ...RUN, items: 3, sales: 20, changed: 2, durationMs: 1_240 })).toBe(
      'valued 3 changed items by 20 sales as of 2026-11-15: 2 values are new, 1.2 s',
    );
    expect(valuationText({ ...RUN, isFull: true, items: 3, sales: 20, areSalesEstimated: true })).toContain(
      'valued 3 items, all there are, by about 20 sales',
    );
  });
});
