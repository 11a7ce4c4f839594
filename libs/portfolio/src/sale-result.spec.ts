import { saleResult } from './portfolio-totals.ts';

const SALE = {
  grossCents: 89_999,
  platformFeesCents: 11_925,
  paymentFeesCents: 2_640,
  shippingCents: 1_875,
  costBasisCents: 64_999,
};

describe('saleResult', () => {
  it('takes fees and shipping off the gross, then the cost off the net', () => {
    expect(saleResult(SALE)).toEqual({ netCents: 73_559, profitCents: 8_560, roiPct: 13.17 });
  });
  it('shows a loss as negative profit and return', () => {
    expect(saleResult({ ...SALE, grossCents: 16_440 })).toEqual({ netCents: 0, profitCents: -64_999, roiPct: -100 });
    expect(saleResult({ ...SALE, grossCents: 0 })).toEqual({
      netCents: -16_440,
      profitCents: -81_439,
      roiPct: -125.29,
    });
  });
  it('knows neither profit nor return when the cost is unknown', () => {
    expect(saleResult({ ...SALE, costBasisCents: null })).toEqual({
      netCents: 73_559,
      profitCents: null,
      roiPct: null,
    });
  });
  it('returns 0 percent on what cost nothing', () => {
    expect(saleResult({ ...SALE, costBasisCents: 0 })).toEqual({ netCents: 73_559, profitCents: 73_559, roiPct: 0 });
  });
});
