// Separate file: loading extensions must not load Nest.

/** Metadata key of a route's quota cost. */
export const QUOTA_COST = 'brickmarket:quota-cost';

/** Metadata key of an input class's validator. */
export const STRICT_INPUT = 'brickmarket:strict-input';

/** Metadata key of a deprecated route. */
export const DEPRECATION = 'brickmarket:deprecation';
