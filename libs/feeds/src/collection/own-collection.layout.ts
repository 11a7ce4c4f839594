import { CONDITIONS, HOLDING_STATUSES, formatIsoDay, formatUsd, parseIsoDay } from '@brickmarket/domain';
import type { Layout } from '../reading/layout.ts';
import type { CsvFormat } from '../writing/csv-format.ts';
import type { CollectionEntry } from './collection-entry.ts';

const REQUIRED = ['set_number', 'quantity', 'condition'];
const OPTIONAL = ['purchase_price_usd', 'purchase_date', 'status', 'brickfolio', 'notes'];

/** A collection in the project's own format. An empty status means owned. */
export const ownCollectionLayout: Layout<CollectionEntry> = {
  name: 'Brickmarket collection',
  required: REQUIRED,
  optional: OPTIONAL,
  reader: (column) => {
    const [number, quantity, condition] = [column('set_number'), column('quantity'), column('condition')];
    const [price, day, status] = [column('purchase_price_usd'), column('purchase_date'), column('status')];
    const [brickfolio, notes] = [column('brickfolio'), column('notes')];
    return (row, entries) => {
      const holding = {
        setNumber: row.setNumber(number),
        quantity: row.wholeNumber(quantity, 1),
        condition: row.oneOf(condition, CONDITIONS),
        purchasePriceCents: row.usdOrNull(price),
        purchaseDay: row.dayOrNull(day, parseIsoDay, '2026-12-31'),
        status: row.oneOfOrNull(status, HOLDING_STATUSES) ?? 'owned',
        notes: row.textOrNull(notes),
      };
      entries.push({ holding, brickfolio: row.textOrNull(brickfolio) });
    };
  },
};

/** A collection in the project's own format; what is written here reads back the same. */
export const collectionCsv: CsvFormat<CollectionEntry> = {
  header: [...REQUIRED, ...OPTIONAL],
  cells: ({ holding, brickfolio }) => [
    holding.setNumber,
    holding.quantity,
    holding.condition,
    holding.purchasePriceCents === null ? null : formatUsd(holding.purchasePriceCents),
    holding.purchaseDay === null ? null : formatIsoDay(holding.purchaseDay),
    holding.status,
    brickfolio,
    holding.notes,
  ],
};
