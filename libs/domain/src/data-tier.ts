/** How much evidence stands behind a computed value; `modelled` is a prior without sales, `none` is no value at all. */
export type DataTier = 'high' | 'medium' | 'low' | 'modelled' | 'none';
export const DATA_TIERS: readonly DataTier[] = ['high', 'medium', 'low', 'modelled', 'none'];
