import type { ExitFacts, PriceState, Retailer } from '@brickmarket/domain';
import type { CopyValue } from '../bulk/copy-in.ts';

type PriceFacts = Omit<PriceState, 'exit'> & ExitFacts;

/** Column per fact, for all readers and the import. */
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

export const PRICE_STATE_COLUMNS = ['set_id', 'retailer', ...Object.values(COLUMN_OF)];

/** Select list of `table`, with a prefix. */
export function selectFacts(table: string, facts: readonly (keyof PriceFacts)[], prefix = ''): string {
  return facts.map((fact) => `${table}.${COLUMN_OF[fact]} AS "${prefix}${fact}"`).join(', ');
}

interface ListingKey {
  readonly setId: number;
  readonly retailer: Retailer;
}

export interface PriceStateRow extends ListingKey, PriceFacts {
  [name: string]: unknown;
}

export const SELECT_PRICE_STATE = `SELECT p.set_id AS "setId", p.retailer, ${selectFacts('p', FACTS)}`;

export function priceState(row: PriceStateRow): PriceState {
  const { setId: _setId, retailer: _retailer, lowestFbaCents, fbaSellers, buyBoxCents, ...state } = row;
  return { ...state, exit: { lowestFbaCents, fbaSellers, buyBoxCents } };
}

export function priceStateValues({ setId, retailer }: ListingKey, state: PriceState): readonly CopyValue[] {
  const facts: PriceFacts = { ...state, ...state.exit };
  return [setId, retailer, ...FACTS.map((fact) => copyValue(facts[fact]))];
}

function copyValue(fact: CopyValue | Date): CopyValue {
  return fact instanceof Date ? fact.toISOString() : fact;
}
