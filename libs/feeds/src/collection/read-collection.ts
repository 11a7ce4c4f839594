import { type Condition, CONDITIONS, formatIsoDay } from '@brickmarket/domain';
import { type DateFormat, ISO_DAYS, slashedDays } from '../reading/cells.ts';
import { dateFormatOf } from '../reading/date-format.ts';
import { type FeedBatch, FeedError } from '../reading/feed-text.ts';
import { type Layout, positionsOf } from '../reading/layout.ts';
import { readCells, readCsvFeedOfAny } from '../reading/read-feed.ts';
import { type CsvFormat, usdCell } from '../writing/csv.ts';
import { brickLinkInventoryLayout, brickLinkWantedListLayout, brickStoreLayout } from './bricklink-inventory.ts';
import {
  bareEntry,
  type CollectionEntry,
  type CollectionOptions,
  conditionOrReject,
  costInUsd,
  costOf,
  entryReader,
  titleOf,
} from './collection-entry.ts';
import { mappedCollectionLayout } from './mapped-collection.ts';

/** Recognizes headers, or uses the given columns. FeedError also for ambiguous days without `dateFormat`. */
export async function* readCollection(
  file: string,
  options: CollectionOptions = {},
): AsyncGenerator<FeedBatch<CollectionEntry>> {
  try {
    const dateFormat = options.dateFormat ?? (await dateFormatOf(file, layoutsFor('DD/MM/YYYY', options), options));
    yield* readCsvFeedOfAny(file, layoutsFor(dateFormat, options), options);
  } catch (error) {
    const isTable = error instanceof FeedError && error.flaw === 'unknown-header' && error.columns.length > 0;
    throw isTable ? withAdvice(error, options) : error;
  }
}

function withAdvice(error: FeedError, options: CollectionOptions): FeedError {
  if (options.columns !== undefined) return error;
  const { file, problem, flaw, columns, samples } = error;
  const advice = `${problem}; say which column is what by --column set_number=NAME`;
  return new FeedError(file, advice, flaw, columns, samples);
}

function layoutsFor(dateFormat: DateFormat, options: CollectionOptions): Layout<CollectionEntry>[] {
  const { columns } = options;
  return columns === undefined
    ? collectionLayouts(dateFormat, options)
    : [mappedCollectionLayout(columns, dateFormat, options)];
}

function collectionLayouts(dateFormat: DateFormat, condition: CollectionOptions): Layout<CollectionEntry>[] {
  return [
    ownCollectionLayout,
    brickEconomyLayout(dateFormat),
    bricksetCollectionLayout(condition),
    oldBrickEconomyLayout(condition),
    rebrickableSetListLayout(condition),
    brickLinkInventoryLayout(condition),
    brickLinkWantedListLayout(condition),
    brickStoreLayout(condition),
  ];
}

/** Display names, such as `Brickset export`. */
export function collectionSources(): readonly string[] {
  return collectionLayouts('DD/MM/YYYY', {}).map(({ name }) => name);
}

const REQUIRED = ['set_number', 'quantity', 'condition'];
const DETAILS = ['shipping_paid_usd', 'tax_paid_usd', 'bought_from', 'stored_at'];
const OPTIONAL = ['purchase_price_usd', 'purchase_date', 'status', 'brickfolio', 'notes', ...DETAILS];

/** New copies without a status are owned. */
const ownCollectionLayout: Layout<CollectionEntry> = {
  name: 'Brickmarket collection',
  required: REQUIRED,
  optional: OPTIONAL,
  reader: (column) =>
    entryReader(column, {
      cost: costInUsd,
      quantity: (row, at) => row.wholeNumber(at, 1),
      condition: (row, at) => row.oneOf(at, CONDITIONS),
      days: ISO_DAYS,
    }),
};

/** Own format, which reads back unchanged. */
export const collectionCsv: CsvFormat<CollectionEntry> = {
  header: [...REQUIRED, ...OPTIONAL],
  cells: ({ holding, brickfolio }) => [
    holding.setNumber,
    holding.quantity,
    holding.condition,
    usdCell(holding.purchasePriceCents),
    holding.purchaseDay === null ? null : formatIsoDay(holding.purchaseDay),
    holding.status,
    brickfolio,
    holding.notes,
    usdCell(holding.shippingPaidCents ?? null),
    usdCell(holding.taxPaidCents ?? null),
    holding.boughtFrom ?? null,
    holding.storedAt ?? null,
  ],
};

/** Returns the fault as text if the cells are invalid. */
export function readHoldingCells(cells: Readonly<Record<string, string>>): CollectionEntry | string {
  return readCells(ownCollectionLayout, cells);
}

const CONDITION_NAMES = ['new', 'usedasnew', 'usedcomplete', 'usedincomplete'] as const;

/** One row per copy, days in the format of the owner's locale. */
function brickEconomyLayout(dateFormat: DateFormat): Layout<CollectionEntry> {
  return {
    name: 'BrickEconomy collection',
    isForeign: true,
    required: ['Number', 'SetName', 'Paid', 'Condition', 'Date'],
    optional: ['Notes'],
    alsoCalled: {
      Number: ['Set number', 'Set no'],
      SetName: ['Name', 'Title'],
      Paid: ['Paid price', 'Price paid', 'Purchase price'],
      Date: ['Acquired', 'Acquired date', 'Date acquired', 'Purchase date', 'Date purchased'],
      Notes: ['Note', 'Comments'],
    },
    slashedDays: 'Date',
    reader: (column) => {
      const [number, paid, condition] = positionsOf(column, 'Number', 'Paid', 'Condition');
      const [day, notes, title] = positionsOf(column, 'Date', 'Notes', 'SetName');
      const days = slashedDays(dateFormat);
      return (row, entries) => {
        const holding = {
          setNumber: row.setNumber(number),
          quantity: 1,
          condition: row.oneOf(condition, CONDITION_NAMES) === 'new' ? ('sealed' as const) : ('used' as const),
          purchaseDay: row.dayOrNull(day, ...days),
          status: null,
          ...costOf(row, paid, notes),
        };
        entries.push({ holding, brickfolio: null, title: titleOf(row, title) });
      };
    },
  };
}

/** Former BrickEconomy export: quantity, no condition, no price. */
function oldBrickEconomyLayout(condition: CollectionOptions): Layout<CollectionEntry> {
  return {
    name: 'BrickEconomy collection (old)',
    isForeign: true,
    required: ['Number', 'Name', 'Owned', 'Wanted'],
    optional: [],
    reader: (column) => {
      const [number, owned, name] = positionsOf(column, 'Number', 'Owned', 'Name');
      return (row, entries) => {
        const setNumber = row.setNumber(number);
        const quantity = row.wholeNumberOrNull(owned) ?? 0;
        const title = titleOf(row, name);
        if (quantity > 0) entries.push({ ...bareEntry(setNumber, quantity, conditionOrReject(row, condition)), title });
      };
    },
  };
}

/** Copies counted neither as new nor as used have no condition. */
function bricksetCollectionLayout(condition: CollectionOptions): Layout<CollectionEntry> {
  return {
    name: 'Brickset export',
    isForeign: true,
    required: ['Number', 'Set name', 'Qty owned'],
    optional: ['Variant', 'Qty owned new', 'Qty owned used', 'Notes', 'EAN', 'UPC'],
    alsoCalled: {
      Number: ['Set number'],
      'Set name': ['Name'],
      'Qty owned': ['Quantity owned'],
      'Qty owned new': ['Qty new', 'Quantity new'],
      'Qty owned used': ['Qty used', 'Quantity used'],
      Notes: ['Note', 'My notes', 'User notes'],
    },
    // Exports of 2017 end every row, but not the header, with a comma.
    extraCells: 1,
    reader: (column) => {
      const [number, name, owned] = positionsOf(column, 'Number', 'Set name', 'Qty owned');
      const [ownedNew, ownedUsed, note] = positionsOf(column, 'Qty owned new', 'Qty owned used', 'Notes');
      const [variant, ean, upc] = positionsOf(column, 'Variant', 'EAN', 'UPC');
      return (row, entries) => {
        const [given, version] = [row.setNumber(number), row.text(variant)];
        const setNumber = version === '' || given.includes('-') ? given : `${given}-${version}`;
        const barcode = row.textOrNull(ean) ?? row.textOrNull(upc) ?? undefined;
        const [sealed, used] = [row.wholeNumberOrNull(ownedNew) ?? 0, row.wholeNumberOrNull(ownedUsed) ?? 0];
        const all = row.wholeNumberOrNull(owned);
        if (all !== null && all < sealed + used)
          row.reject(`the row contradicts itself: ${all} owned, but ${sealed} new and ${used} used`);
        const others = (all ?? 0) - sealed - used;
        const notes = row.textOrNull(note);
        const title = titleOf(row, name);
        const push = (copies: number, state: Condition): void =>
          void entries.push({ ...bareEntry(setNumber, copies, state, notes), title, barcode });
        if (sealed > 0) push(sealed, 'sealed');
        if (used > 0) push(used, 'used');
        if (others > 0) push(others, conditionOrReject(row, condition));
      };
    },
  };
}

/** Numbers and quantities, no condition. */
function rebrickableSetListLayout(condition: CollectionOptions): Layout<CollectionEntry> {
  return {
    name: 'Rebrickable set list',
    isForeign: true,
    required: ['Set Number', 'Quantity', 'Includes Spares'],
    optional: [],
    alsoCalled: { 'Set Number': ['Set Num'], Quantity: ['Qty'], 'Includes Spares': ['Include Spares'] },
    reader: (column) => {
      const [number, quantity] = positionsOf(column, 'Set Number', 'Quantity');
      return (row, entries) => {
        entries.push(bareEntry(row.setNumber(number), row.wholeNumber(quantity, 1), conditionOrReject(row, condition)));
      };
    },
  };
}
