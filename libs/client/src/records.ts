import type { components, operations } from './contract.generated.ts';

type Schemas = components['schemas'];
type Named<Operation extends keyof operations> = NonNullable<operations[Operation]['parameters']['query']>;
type QueryOf<Operation extends keyof operations> = {
  readonly [Name in keyof Named<Operation>]: Named<Operation>[Name] | undefined;
};

export type LegoSet = Schemas['SetResponse'];
export type Minifig = Schemas['MinifigResponse'];
export type SetIdentity = Schemas['SetSearchResult'];
export type MinifigIdentity = Schemas['MinifigSearchResult'];
export type Theme = Schemas['ThemeEntry'];
export type Batch = Schemas['BatchResponse'];
export type BatchRequest = Schemas['BatchBody'];
export type History = Schemas['HistoryResponse'];
export type RetailRow = Schemas['RetailRow'];
export type Brickfolios = Schemas['BrickfoliosResponse'];
export type Analytics = Schemas['AnalyticsResponse'];
export type Holding = Schemas['EntryResponse'];
export type Sale = Schemas['SaleResponse'];
export type HistoryPoint = Schemas['HistoryPoint'];
export type Pagination = Schemas['Pagination'];

/** One page of sets that a search found. */
export interface SetSearch {
  readonly results: readonly SetIdentity[];
  readonly pagination: Pagination;
}

/** One page of minifigures that a search found. */
export interface MinifigSearch {
  readonly results: readonly MinifigIdentity[];
  readonly pagination: Pagination;
}

/** One page of holdings. */
export interface Entries {
  readonly entries: readonly Holding[];
  readonly pagination: Pagination;
}

/** One page of sales. */
export interface Sales {
  readonly sales: readonly Sale[];
  readonly pagination: Pagination;
}

export type HistoryQuery = QueryOf<'getHistory'>;
export type RetailPricesQuery = QueryOf<'findRetailPrices'>;
export type RetailWatchQuery = QueryOf<'listRetailWatch'>;
export type AnalyticsQuery = QueryOf<'getAnalytics'>;
export type EntriesQuery = QueryOf<'listEntries'>;

/** Which page of a list. */
export interface PageQuery {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}
