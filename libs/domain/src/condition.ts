/** The two markets every set has. Minifigs are traded as `used` or `sealed` alike and have one value. */
export type Condition = 'sealed' | 'used';
export const CONDITIONS: readonly Condition[] = ['sealed', 'used'];
