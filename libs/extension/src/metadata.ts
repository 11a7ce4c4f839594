// In a file of its own, so that a process that only loads extensions does not load Nest.

/** The metadata under which the service finds what a route costs. */
export const QUOTA_COST = 'brickmarket:quota-cost';

/** The metadata under which the service finds how to validate a class of input. */
export const STRICT_INPUT = 'brickmarket:strict-input';
