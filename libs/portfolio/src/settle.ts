import {
  type Book,
  type BookedSale,
  type BookRows,
  type BookTable,
  ConflictError,
  DomainError,
  holdingFault,
  InvalidInputError,
  type BookedHolding,
  type RowChange,
  saleFault,
  writtenDay,
} from '@brickmarket/domain';
import { basisOf, withinBounds } from './lots.ts';

/** The owner must confirm before rules are deleted with their brickfolio. */
export class WatchedByRulesError extends DomainError {
  readonly kind = 'conflict';
}

/** Reads the portfolio as if the changes were applied. */
export class ChangedBook {
  readonly #changed: { [Table in BookTable]: Map<number, BookRows[Table] | null> } = {
    brickfolio: new Map(),
    rule: new Map(),
    lot: new Map(),
    sale: new Map(),
    saleLot: new Map(),
  };
  readonly #lotsOfSale = new Map<number, Set<number>>();

  constructor(
    readonly before: Book,
    changes: readonly RowChange[],
  ) {
    for (const { table, before: row, after } of changes)
      (this.#changed[table] as Map<number, unknown>).set((after ?? row)!.id, after);
    for (const { id, saleId } of before.saleLot.values()) this.#link(saleId, id);
    for (const [id, link] of this.#changed.saleLot) if (link !== null) this.#link(link.saleId, id);
  }

  #link(saleId: number, lotId: number): void {
    const lots = this.#lotsOfSale.get(saleId);
    if (lots === undefined) this.#lotsOfSale.set(saleId, new Set([lotId]));
    else lots.add(lotId);
  }

  find<Table extends BookTable>(table: Table, id: number): BookRows[Table] | null {
    const changed = this.#changed[table].get(id);
    return changed === undefined ? ((this.before[table].get(id) as BookRows[Table] | undefined) ?? null) : changed;
  }

  linkedLots(saleId: number): readonly number[] {
    const lots = [...(this.#lotsOfSale.get(saleId) ?? [])];
    return lots.filter((id) => this.find('saleLot', id)?.saleId === saleId);
  }

  touchedSales(): ReadonlySet<number> {
    const touched = new Set<number>(this.#changed.sale.keys());
    for (const id of [...this.#changed.lot.keys(), ...this.#changed.saleLot.keys()])
      for (const link of [this.before.saleLot.get(id), this.find('saleLot', id)]) if (link) touched.add(link.saleId);
    return touched;
  }

  brickfolios(): readonly BookRows['brickfolio'][] {
    const ids = new Set([...this.before.brickfolio.keys(), ...this.#changed.brickfolio.keys()]);
    return [...ids].flatMap((id) => this.find('brickfolio', id) ?? []);
  }
}

/** Adds cost and quantity of affected sales. The only check of the portfolio's rules: throws if one is violated. */
export function settle(book: Book, changes: readonly RowChange[]): readonly RowChange[] {
  const changed = new ChangedBook(book, changes);
  const settled = [...changes];
  for (const saleId of changed.touchedSales()) {
    const sale = changed.find('sale', saleId);
    const lots = changed.linkedLots(saleId).map((id) => requireSold(changed.find('lot', id), sale));
    if (sale === null || lots.length === 0) continue;
    if (new Set(lots.map(({ condition }) => condition)).size > 1)
      throw new InvalidInputError('One sale has copies of one set in one condition.');
    const costBasisCents = withinBounds(basisOf(lots.map((lot) => ({ lot, quantity: lot.quantity }))));
    const quantity = lots.reduce((sum, lot) => sum + lot.quantity, 0);
    if (sale.costBasisCents !== costBasisCents || sale.quantity !== quantity)
      rebase(settled, book.sale.get(saleId) ?? null, { ...sale, costBasisCents, quantity });
  }
  for (const change of settled) requireValid(change, changed);
  if (settled.some(({ table }) => table === 'brickfolio')) requireBrickfolios(changed, settled);
  return settled;
}

/** Linked copies exist, are sold, have the sale's set, and were not bought after it. */
function requireSold(lot: BookedHolding | null, sale: BookedSale | null): BookedHolding {
  if (lot === null) throw new ConflictError('These copies are part of a sale in your ledger. Undo the sale first.');
  if (sale === null) throw new ConflictError(`Copies of ${lot.setNumber} are linked to this sale. Undo that first.`);
  if (lot.status !== 'sold')
    throw new ConflictError(`The copies of ${lot.setNumber} are part of a sale: they stay sold until you undo it.`);
  if (lot.setId !== sale.setId)
    throw new InvalidInputError(`A sale of ${sale.setNumber} cannot have copies of ${lot.setNumber}.`);
  if (lot.purchaseDay !== null && lot.purchaseDay > sale.saleDay)
    throw new InvalidInputError(
      `Copies bought on ${writtenDay(lot.purchaseDay)} cannot have been sold on ${writtenDay(sale.saleDay)}.`,
    );
  return lot;
}

function rebase(settled: RowChange[], before: BookedSale | null, after: BookedSale): void {
  const version = before === null ? after.version : before.version + 1;
  const change: RowChange = { table: 'sale', before, after: { ...after, version } };
  const at = settled.findIndex(({ table, after: row }) => table === 'sale' && row?.id === after.id);
  if (at < 0) settled.push(change);
  else settled[at] = change;
}

function requireValid({ table, after }: RowChange, changed: ChangedBook): void {
  if (after === null) return;
  const fault = table === 'lot' ? holdingFault(after) : table === 'sale' ? saleFault(after) : null;
  if (fault !== null) throw new InvalidInputError(fault);
  if (table === 'lot' && changed.find('brickfolio', after.brickfolioId) === null)
    throw new ConflictError(`The brickfolio of ${after.setNumber} is not there any more.`);
}

/** One default, unique names, and no deletion while holdings or alert rules remain. */
function requireBrickfolios(changed: ChangedBook, changes: readonly RowChange[]): void {
  const names = new Set<string>();
  let defaults = 0;
  for (const { name, isDefault } of changed.brickfolios()) {
    if (names.has(name)) throw new ConflictError('You already have a brickfolio with this name.');
    names.add(name);
    if (isDefault) defaults++;
  }
  if (defaults !== 1) throw new ConflictError('Make another brickfolio the default first.');
  for (const { table, before, after } of changes) {
    if (table !== 'brickfolio' || before === null || after !== null) continue;
    if (holdingsIn(before.id, changed.before, changes) > 0)
      throw new ConflictError('There are holdings in this brickfolio. Move or delete them first.');
    const rules = [...changed.before.rule.values()].filter(
      ({ id, brickfolioId }) => brickfolioId === before.id && changed.find('rule', id) !== null,
    );
    if (rules.length > 0) throw new WatchedByRulesError(whatGoesWith(before.name, rules));
  }
}

/** Counts after the changes. */
export function holdingsIn(brickfolioId: number, book: Book, changes: readonly RowChange[]): number {
  let holdings = book.holdingCounts.get(brickfolioId) ?? 0;
  for (const { table, before, after } of changes) {
    if (table !== 'lot') continue;
    if (before?.brickfolioId === brickfolioId) holdings--;
    if (after?.brickfolioId === brickfolioId) holdings++;
  }
  return holdings;
}

function whatGoesWith(name: string, rules: readonly BookRows['rule'][]): string {
  const named = rules.map((rule) => `"${rule.name}"`).join(', ');
  const [watch, go] = rules.length === 1 ? ['An alert rule watches', 'goes'] : ['Alert rules watch', 'go'];
  return `${watch} the brickfolio "${name}" and ${go} with it: ${named}. Say that they go too; undo brings them back.`;
}
