import type { ComponentChildren, JSX } from 'preact';
import type { Proceeds, Retail, RetailPrice } from './contract.ts';
import { count, money, platformText, usd } from './format.ts';
import { Ago } from './page.tsx';

export const STATUS: Readonly<Record<string, string>> = {
  announced: 'Announced',
  available: 'On sale',
  retiring_soon: 'Retiring soon',
  retired: 'Retired',
};
const SELLER: Readonly<Record<string, string>> = { retailer: 'sold by the retailer', third_party: 'third parties' };
const STOCK: Readonly<Record<string, string>> = { true: 'in stock', false: 'out of stock' };

export function Fact({ name, children }: { name: string; children: ComponentChildren }): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children ?? 'Unknown'}</dd>
    </div>
  );
}

export function PriceNow({ name, price }: { name: string; price: RetailPrice | null }): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {price === null || price.priceCents === null ? (
          <span class="quiet">no offer</span>
        ) : (
          <>
            <b>{usd(price.priceCents)}</b>{' '}
            <small>
              {[price.sellerType && SELLER[price.sellerType], STOCK[String(price.inStock)]].filter(Boolean).join(', ')}
            </small>
          </>
        )}{' '}
        {price?.atLowest && <span class="tag good">Lowest ever</span>}{' '}
        {price?.flip1pTo3p && <span class="tag">Now third-party only</span>}
        {price?.changedAt && (
          <small class="since">
            {(price.lastChangeCents ?? 0) > 0 ? '+' : '−'}
            {usd(Math.abs(price.lastChangeCents ?? 0))} <Ago at={price.changedAt} />
          </small>
        )}
      </dd>
    </div>
  );
}

export function ExitFacts({ exit }: { exit: Retail['exit'] }): JSX.Element | null {
  if (exit === null) return null;
  return (
    <>
      <Fact name="Lowest FBA offer">
        {usd(exit.lowestFbaCents)} {exit.fbaSellers !== null && <small>{count(exit.fbaSellers)} sellers</small>}
      </Fact>
      <Fact name="Buy box">{usd(exit.buyBoxCents)}</Fact>
    </>
  );
}

/** Price less fees less shipping, per platform. */
export function Sums({ options }: { options: readonly Proceeds[] }): JSX.Element {
  const most = Math.max(...options.map(({ netCents }) => netCents));
  return (
    <ul class="sums">
      {options.map((one) => (
        <li key={one.platform} data-best={one.netCents === most}>
          <b>{platformText(one.platform)}</b>{' '}
          <span>
            {money(one.priceCents)} − {money(one.platformFeesCents + one.paymentFeesCents)} fees
            {one.shippingCents !== 0 && ` − ${money(one.shippingCents)} shipping`} = you’d keep{' '}
            <strong>{money(one.netCents)}</strong>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Evidence in words. */
const TIER: Readonly<Record<string, string>> = {
  high: 'from many sales',
  medium: 'from some sales',
  low: 'from few sales',
  modelled: 'estimated, no recent sales',
};

export function tierText(tier: string): string {
  return TIER[tier] ?? tier;
}

/** Width from which a range says more than a point. */
const WIDE_RANGE = 3;

interface Ranged {
  readonly low: number;
  readonly high: number;
  readonly tier: string;
}

/** Estimates show their range first. */
export function isRangeFirst({ low, high, tier }: Ranged): boolean {
  return tier === 'modelled' || isWide({ low, high });
}

export function isWide({ low, high }: Pick<Ranged, 'low' | 'high'>): boolean {
  return high > WIDE_RANGE * low;
}

interface CertaintyProps {
  readonly value: { readonly lowCents: number; readonly highCents: number; readonly tier: string } | null;
  readonly recent: { readonly sales: number; readonly months: number } | null;
}

/** Omits unknown figures. */
export function Certainty({ value, recent }: CertaintyProps): JSX.Element | null {
  if (value === null && recent === null) return null;
  return (
    <p class="quiet">
      {value && (
        <span>
          Next sale most likely {money(value.lowCents)} to {money(value.highCents)}, {tierText(value.tier)}.{' '}
        </span>
      )}
      {recent && (
        <span>
          {recent.sales === 0 ? 'None' : recent.sales} sold in the last{' '}
          {recent.months === 1 ? 'finished month' : `${recent.months} finished months`}.
        </span>
      )}
    </p>
  );
}
