import type { DataTier } from '@brickmarket/domain';

/** Sums of weights are rounded; a single sale must still count as one. */
const ROUNDING = 1e-9;

/** How much evidence stands behind a value: by effective sales (20, 5, 1), then whether a prior exists. */
export function dataTierOf(effectiveSales: number, hasPrior: boolean): DataTier {
  if (effectiveSales >= 20 - ROUNDING) return 'high';
  if (effectiveSales >= 5 - ROUNDING) return 'medium';
  if (effectiveSales >= 1 - ROUNDING) return 'low';
  return hasPrior ? 'modelled' : 'none';
}
