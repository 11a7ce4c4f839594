/**
 * How often each kind of shared data has been changed. Every import, valuation and retail update adds one to its kind
 * in its own transaction, so whatever was derived from data of the same versions is still current.
 */
export interface DataVersions {
  readonly catalog: number;
  readonly market: number;
  readonly retail: number;
}
