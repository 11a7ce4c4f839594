import type { components, operations } from './contract.generated.ts';

type Schemas = components['schemas'];
type Named<Operation extends keyof operations> = NonNullable<operations[Operation]['parameters']['query']>;
type QueryOf<Operation extends keyof operations> = {
  readonly [Name in keyof Named<Operation>]: Named<Operation>[Name] | undefined;
};

/** A set with its values, retailers and box. */
export type LegoSet = Schemas['SetResponse'];
/** A minifigure with its value and sets. */
export type Minifig = Schemas['MinifigResponse'];
/** A set in search results. */
export type SetIdentity = Schemas['SetSearchResult'];
/** A minifigure in search results. */
export type MinifigIdentity = Schemas['MinifigSearchResult'];
/** A theme with its number of sets. */
export type Theme = Schemas['ThemeEntry'];
/** Requested items, each with whether it was found. */
export type Batch = Schemas['BatchResponse'];
/** Numbers to request together. */
export type BatchRequest = Schemas['BatchBody'];
/** Changed numbers and the next cursor. */
export type Changes = Schemas['ChangesResponse'];
/** A changed number: the parts of its record, or its new number. */
export type ChangedItem = Schemas['ChangedItem'];
/** Snapshot files. */
export type Snapshots = Schemas['BulkResponse'];
/** A snapshot file and the cursor for later changes. */
export type Snapshot = Schemas['SnapshotResponse'];
/** Given-up numbers and the next cursor. */
export type Migrations = Schemas['MigrationsResponse'];
/** A given-up number. */
export type MigratedNumber = Schemas['MigratedNumber'];
/** The months of a set in one condition. */
export type History = Schemas['HistoryResponse'];
/** Price and sales forecast of a set. */
export type Forecast = Schemas['ForecastResponse'];
/** Forecast for one condition. */
export type ConditionForecast = Schemas['ConditionForecast'];
/** A set with its prices at the retailers. */
export type RetailRow = Schemas['RetailRow'];
/** Brickfolios with their totals. */
export type Brickfolios = Schemas['BrickfoliosResponse'];
/** Portfolio over a period: totals, top movers, daily values. */
export type Analytics = Schemas['AnalyticsResponse'];
/** Copies bought together. */
export type Holding = Schemas['EntryResponse'];
/** A line of the sales ledger. */
export type Sale = Schemas['SaleResponse'];
/** A month of a history. */
export type HistoryPoint = Schemas['HistoryPoint'];
/** Position of a page in its list. */
export type Pagination = Schemas['Pagination'];

/** A page of sets. */
export interface SetSearch {
  readonly results: readonly SetIdentity[];
  readonly pagination: Pagination;
}

/** A page of minifigures. */
export interface MinifigSearch {
  readonly results: readonly MinifigIdentity[];
  readonly pagination: Pagination;
}

/** A page of holdings. */
export interface Entries {
  readonly entries: readonly Holding[];
  readonly pagination: Pagination;
}

/** A page of sales. */
export interface Sales {
  readonly sales: readonly Sale[];
  readonly pagination: Pagination;
}

/** Where a list of changes continues. */
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
