import type { components, operations } from './contract.generated.ts';

type Schemas = components['schemas'];
type Named<Operation extends keyof operations> = NonNullable<operations[Operation]['parameters']['query']>;
type QueryOf<Operation extends keyof operations> = {
  readonly [Name in keyof Named<Operation>]: Named<Operation>[Name] | undefined;
};

/** A set with its values, retailers and box. */
export type LegoSet = Schemas['SetResponse'];
/** A minifigure with its value and the sets it is in. */
export type Minifig = Schemas['MinifigResponse'];
/** A set as a search finds it. */
export type SetIdentity = Schemas['SetSearchResult'];
/** A minifigure as a search finds it. */
export type MinifigIdentity = Schemas['MinifigSearchResult'];
/** A theme with the number of its sets. */
export type Theme = Schemas['ThemeEntry'];
/** Sets and minifigures that were asked for together; each says whether it was found. */
export type Batch = Schemas['BatchResponse'];
/** Numbers of sets and minifigures to be asked for together. */
export type BatchRequest = Schemas['BatchBody'];
/** Numbers whose records have changed, and the cursor to go on from. */
export type Changes = Schemas['ChangesResponse'];
/** A number whose record has changed: what of it, or what became of the number. */
export type ChangedItem = Schemas['ChangedItem'];
/** Files of the whole catalogue. */
export type Snapshots = Schemas['BulkResponse'];
/** A file of the whole catalogue, and the cursor from which its changes are read. */
export type Snapshot = Schemas['SnapshotResponse'];
/** Numbers that items no longer have, and the cursor to go on from. */
export type Migrations = Schemas['MigrationsResponse'];
/** A number that an item no longer has. */
export type MigratedNumber = Schemas['MigratedNumber'];
/** The months of a set in one condition. */
export type History = Schemas['HistoryResponse'];
/** What a set is expected to cost, and how often to sell. */
export type Forecast = Schemas['ForecastResponse'];
/** The same for copies in one condition. */
export type ConditionForecast = Schemas['ConditionForecast'];
/** A set with its prices at each of the retailers. */
export type RetailRow = Schemas['RetailRow'];
/** The own collections with their totals. */
export type Brickfolios = Schemas['BrickfoliosResponse'];
/** The own collection over a period: totals, top movers, a value for each day. */
export type Analytics = Schemas['AnalyticsResponse'];
/** Copies in the own collection that were bought together. */
export type Holding = Schemas['EntryResponse'];
/** A line of the own sales ledger. */
export type Sale = Schemas['SaleResponse'];
/** A month of a history. */
export type HistoryPoint = Schemas['HistoryPoint'];
/** Which part of a list a page is. */
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

/** Where a list of changes goes on. */
export type ChangesQuery = QueryOf<'listChanges'>;
/** What can be chosen of a history. */
export type HistoryQuery = QueryOf<'getHistory'>;
/** What names a set at a retailer. */
export type RetailPricesQuery = QueryOf<'findRetailPrices'>;
/** What can be chosen of the retail watch. */
export type RetailWatchQuery = QueryOf<'listRetailWatch'>;
/** Over which period. */
export type AnalyticsQuery = QueryOf<'getAnalytics'>;
/** Which page of the holdings, of which collection. */
export type EntriesQuery = QueryOf<'listEntries'>;

/** Which page of a list. */
export interface PageQuery {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}
