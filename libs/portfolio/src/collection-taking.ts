import type {
  Book,
  BookedBrickfolio,
  HoldingInFile,
  HoldingOfFile,
  BookedHolding,
  MatchedRow,
  MatchState,
  RowChange,
  RowToTake,
} from '@brickmarket/domain';
import { changeHolding } from './lots.ts';
import { defaultBrickfolio } from './seen-rows.ts';
import { MatchedRows, type Stock, withOrigin } from './stock.ts';

type Row = RowToTake<HoldingOfFile>;

/** What happens with the rows of a file when they are taken. */
export interface ImportPlan {
  readonly rows: readonly MatchedRow[];
  readonly changes: readonly RowChange[];
  readonly newBrickfolios: readonly string[];
  readonly removed: number;
}

export interface CollectionOptions {
  /** Also removes copies that the file lacks from its brickfolios. */
  readonly replaces: boolean;
  /** ISO-8601: creation time of new brickfolios. */
  readonly at: string;
  readonly newId: () => number;
}

export class CollectionTaking extends MatchedRows<Row> {
  readonly defaultName: string;
  readonly #default: BookedBrickfolio;
  readonly #idOfName = new Map<string, number>();
  readonly #after = new Map<number, BookedHolding>();
  readonly #added: RowChange[] = [];
  readonly #made: string[] = [];

  constructor(
    private readonly book: Book,
    private readonly options: CollectionOptions,
  ) {
    super();
    this.#default = defaultBrickfolio(book);
    this.defaultName = this.#default.name;
    for (const { id, name } of book.brickfolio.values()) this.#idOfName.set(name, id);
  }

  nameOf(lot: BookedHolding): string {
    return this.book.brickfolio.get(lot.brickfolioId)!.name;
  }

  /** Links a row to a lot. Sold copies match as they are: their sale is unchanged. */
  adopt({ row: { id }, row: stored }: Stock<BookedHolding>, { origin }: Row): void {
    if (this.book.saleLot.has(id)) return;
    const lot = this.#after.get(id) ?? stored;
    this.#after.set(id, { ...lot, origins: withOrigin(lot.origins, origin) });
  }

  change(row: Row, { row: lot }: Stock<BookedHolding>, told: Partial<BookedHolding>): void {
    this.#after.set(lot.id, { ...(this.#after.get(lot.id) ?? lot), ...told });
    this.settle(row, 'changed', { stored: this.recordOf(lot), resultId: lot.id });
  }

  reject(rows: readonly Row[], stocks: readonly Stock<BookedHolding>[], reason: string): void {
    for (const stock of stocks) stock.isContested = true;
    const stored = this.recordOf(stocks[0]!.row);
    for (const row of rows) this.settle(row, 'rejected', { reason, stored });
  }

  add(row: Row, quantity: number, state: MatchState, stored: HoldingOfFile | null): void {
    const { holding, brickfolio } = row.record;
    const id = this.options.newId();
    // Field by field: spreading and then adding fields costs many times as much.
    const after: BookedHolding = {
      id,
      version: 1,
      brickfolioId: this.#brickfolioFor(brickfolio),
      setId: row.setId,
      setNumber: holding.setNumber,
      quantity,
      condition: holding.condition,
      purchasePriceCents: holding.purchasePriceCents,
      purchaseDay: holding.purchaseDay,
      status: holding.status ?? 'owned',
      notes: holding.notes,
      shippingPaidCents: holding.shippingPaidCents,
      taxPaidCents: holding.taxPaidCents,
      boughtFrom: holding.boughtFrom,
      storedAt: holding.storedAt,
      origins: [row.origin],
    };
    this.#added.push({ table: 'lot', before: null, after });
    this.settle(row, state, { stored, resultId: id });
  }

  recordOf(lot: BookedHolding): HoldingOfFile {
    const { setNumber, quantity, condition, purchasePriceCents, purchaseDay, status, notes } = lot;
    const { shippingPaidCents, taxPaidCents, boughtFrom, storedAt } = lot;
    const details = { shippingPaidCents, taxPaidCents, boughtFrom, storedAt };
    const holding = { setNumber, quantity, condition, purchasePriceCents, purchaseDay, status, notes, ...details };
    return { kind: 'collection', holding, brickfolio: this.nameOf(lot) };
  }

  #brickfolioFor(name: string | null): number {
    if (name === null) return this.#default.id;
    const known = this.#idOfName.get(name);
    if (known !== undefined) return known;
    const id = this.options.newId();
    const after = { id, version: 1, name, description: null, isDefault: false, createdAt: this.options.at };
    this.#added.push({ table: 'brickfolio', before: null, after });
    this.#idOfName.set(name, id);
    this.#made.push(name);
    return id;
  }

  plan(rows: readonly Row[], stocks: readonly Stock<BookedHolding>[]): ImportPlan {
    const removed = this.options.replaces ? this.#removals(rows, stocks) : [];
    const changed = stocks.flatMap(({ row: lot }): RowChange[] => {
      const after = this.#after.get(lot.id);
      return after === undefined || isSameHolding(lot, after) ? [] : [changeHolding(lot, after)];
    });
    const gone = removed.flatMap(({ row, left }): RowChange[] =>
      left > 0 ? [{ table: 'lot', before: row, after: null }] : [],
    );
    return {
      rows: this.inOrder(rows),
      changes: [...this.#added, ...changed, ...gone],
      newBrickfolios: this.#made.toSorted(),
      removed: removed.length,
    };
  }

  /** Stock missing in the file; copies linked to a sale stay. */
  #removals(rows: readonly Row[], stocks: readonly Stock<BookedHolding>[]): readonly Stock<BookedHolding>[] {
    const named = new Set(rows.map(({ record }) => record.brickfolio ?? this.defaultName));
    const lacking = stocks.filter(
      ({ row: lot, left, isContested }) =>
        left > 0 && !isContested && !this.book.saleLot.has(lot.id) && named.has(this.nameOf(lot)),
    );
    for (const stock of lacking) {
      if (stock.left === stock.quantity) continue;
      const { row: lot, left, quantity } = stock;
      this.#after.set(lot.id, { ...(this.#after.get(lot.id) ?? lot), quantity: quantity - left });
      stock.left = 0;
    }
    return lacking;
  }
}

function isSameHolding(lot: BookedHolding, after: BookedHolding): boolean {
  const [facts, others] = [factsOf(lot), factsOf(after)];
  return (
    lot.origins === after.origins &&
    lot.quantity === after.quantity &&
    facts.every((fact, index) => fact === others[index])
  );
}

export const DETAILS = ['shippingPaidCents', 'taxPaidCents', 'boughtFrom', 'storedAt'] as const;
export const FACTS = ['purchasePriceCents', 'purchaseDay', 'status', 'notes', ...DETAILS] as const;

export function factsOf(copies: HoldingInFile): readonly (string | number | null)[] {
  return FACTS.map((fact) => copies[fact] ?? (fact === 'status' ? 'owned' : null));
}
