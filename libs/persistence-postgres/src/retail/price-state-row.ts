import type { ExitFacts, PriceState, Retailer } from '@brickmarket/domain';
import type { CopyValue } from '../bulk/copy-in.ts';

/** The facts of a price state, without nesting. */
type PriceFacts = Omit<PriceState, 'exit'> & ExitFacts;

/** The column of `retail.price_state` that each fact is stored in. All readers and the import go by this list. */
const COLUMN_OF: Readonly<Record<keyof PriceFacts, string>> = {
  priceCents: 'price_cents',
  listPriceCents: 'list_price_cents',
  sellerType: 'seller_type',
  inStock: 'in_stock',
  productUrl: 'product_url',
  changedAt: 'changed_at',
  lastChangeCents: 'last_change_cents',
  lowestCents: 'lowest_cents',
  atLowest: 'at_lowest',
  flip1pTo3p: 'flip_1p_to_3p',
  lowestFbaCents: 'lowest_fba_cents',
  fbaSellers: 'fba_sellers',
  buyBoxCents: 'buy_box_cents',
  lastCheckedAt: 'last_checked_at',
  lastShownPriceCents: 'last_shown_price_cents',
  lastKnownSellerType: 'last_known_seller_type',
};
const FACTS = Object.keys(COLUMN_OF) as readonly (keyof PriceFacts)[];

/** The columns of `retail.price_state`, in the order of `priceStateValues`. */
export const PRICE_STATE_COLUMNS = ['set_id', 'retailer', ...Object.values(COLUMN_OF)];

/** A select list: facts of the price state `table`, each under its own name with a prefix. */
export function selectFacts(table: string, facts: readonly (keyof PriceFacts)[], prefix = ''): string {
  return facts.map((fact) => `${table}.${COLUMN_OF[fact]} AS "${prefix}${fact}"`).join(', ');
}

/** Which listing a price state belongs to. */
interface ListingKey {
  readonly setId: number;
  readonly retailer: Retailer;
}

/** A row that `SELECT_PRICE_STATE` selects. */
export interface PriceStateRow extends ListingKey, PriceFacts {
  [name: string]: unknown;
}

/** Selects all of the price states `p`. */
export const SELECT_PRICE_STATE = `SELECT p.set_id AS "setId", p.retailer, ${selectFacts('p', FACTS)}`;

export function priceState(row: PriceStateRow): PriceState {
  const { setId: _setId, retailer: _retailer, lowestFbaCents, fbaSellers, buyBoxCents, ...state } = row;
  return { ...state, exit: { lowestFbaCents, fbaSellers, buyBoxCents } };
}

/** In the order of `PRICE_STATE_COLUMNS`. */
export function priceStateValues({ setId, retailer }: ListingKey, state: PriceState): readonly CopyValue[] {
  const facts: PriceFacts = { ...state, ...state.exit };
  return [setId, retailer, ...FACTS.map((fact) => copyValue(facts[fact]))];
}

function copyValue(fact: CopyValue | Date): CopyValue {
  return fact instanceof Date ? fact.toISOString() : fact;
}
