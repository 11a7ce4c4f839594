/** A marketplace of the demo: each has its own price level and its own roughness. */
export interface SaleSource {
  readonly name: string;
  readonly logBias: number;
  readonly roughness: number;
}

export const SALE_SOURCES: readonly SaleSource[] = [
  { name: 'openauction', logBias: -0.02, roughness: 1.15 },
  { name: 'brickbazaar', logBias: 0, roughness: 0.8 },
  { name: 'collectorhall', logBias: 0.03, roughness: 1.1 },
];
