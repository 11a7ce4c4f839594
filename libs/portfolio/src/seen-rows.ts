import {
  type Book,
  type BookRows,
  type BookTable,
  ConflictError,
  DomainError,
  InvalidInputError,
  type BookedHolding,
  NotFoundError,
  type Sale,
  SELLING_PLATFORM_NAMES,
  SELLING_PLATFORMS,
} from '@brickmarket/domain';

/** A row in the version that its owner saw. */
export interface Seen {
  readonly id: number;
  readonly version: number;
}

/** Nothing was written; `current` is the stored row. */
export class EditedElsewhereError extends DomainError {
  readonly kind = 'conflict';

  constructor(
    readonly table: BookTable,
    readonly current: BookRows[BookTable],
  ) {
    super(`This ${NAMES[table]} was changed elsewhere since you opened it. Nothing was saved.`);
  }
}

const NAMES: Readonly<Record<BookTable, string>> = {
  brickfolio: 'brickfolio',
  rule: 'alert rule',
  lot: 'holding',
  sale: 'sale',
  saleLot: 'sale',
};

/** NotFoundError if absent. */
export function getRow<Table extends BookTable>(book: Book, table: Table, id: number): BookRows[Table] {
  const row = book[table].get(id) as BookRows[Table] | undefined;
  if (row === undefined) throw new NotFoundError(`${NAMES[table]} not found`);
  return row;
}

/** EditedElsewhereError for another version. */
export function getSeen<Table extends BookTable>(book: Book, table: Table, { id, version }: Seen): BookRows[Table] {
  const row = getRow(book, table, id);
  if (row.version !== version) throw new EditedElsewhereError(table, row);
  return row;
}

/** The brickfolio that new holdings go into. */
export function defaultBrickfolio(book: Book): BookRows['brickfolio'] {
  return [...book.brickfolio.values()].find(({ isDefault }) => isDefault)!;
}

/** ConflictError for copies linked to a sale. */
export function requireUnlinked(book: Book, lot: BookedHolding): BookedHolding {
  if (book.saleLot.has(lot.id))
    throw new ConflictError('These copies are part of a sale in your ledger. Undo the sale first.');
  return lot;
}

/** Display name of a platform. */
export function platformText(platform: string): string {
  const name = SELLING_PLATFORMS.find((one) => one === platform);
  return name === undefined ? platform[0]!.toUpperCase() + platform.slice(1) : SELLING_PLATFORM_NAMES[name];
}

const PLATFORM = /^[a-z0-9][a-z0-9 ._-]{0,39}$/;

/** InvalidInputError unless a lower-case word. */
export function requirePlatform({ platform }: Pick<Sale, 'platform'>): void {
  if (!PLATFORM.test(platform))
    throw new InvalidInputError('A platform is a lower-case word like ebay, bricklink or amazon.');
}
