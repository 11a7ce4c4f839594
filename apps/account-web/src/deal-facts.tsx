import type { JSX } from 'preact';
import type { Proceeds } from './contract.ts';
import { money } from './format.ts';

/** What selling one copy leaves on each platform, as sums: price less fees less shipping. */
export function Sums({ options, best }: { options: readonly Proceeds[]; best: Proceeds }): JSX.Element {
  return (
    <ul class="sums">
      {options.map((one) => (
        <li key={one.platform} data-best={one.platform === best.platform}>
          <b>{one.name}</b>{' '}
          <span>
            {money(one.price_cents)} − {money(one.platform_fees_cents + one.payment_fees_cents)} fees
            {one.shipping_cents !== 0 && ` − ${money(one.shipping_cents)} shipping`} = you’d keep{' '}
            <strong>{money(one.net_cents)}</strong>
          </span>
        </li>
      ))}
    </ul>
  );
}

const TIER: Readonly<Record<string, string>> = {
  high: 'from many sales',
  medium: 'from some sales',
  low: 'from few sales',
  modelled: 'estimated, no sales yet',
};

interface CertaintyProps {
  readonly value: { readonly low_cents: number; readonly high_cents: number; readonly tier: string } | null;
  readonly recent: { readonly sales: number; readonly months: number } | null;
}

/** How sure the value is and how fast it sells; what is not known is left out. */
export function Certainty({ value, recent }: CertaintyProps): JSX.Element | null {
  if (value === null && recent === null) return null;
  return (
    <p class="quiet">
      {value && (
        <span>
          Next sale most likely {money(value.low_cents)} to {money(value.high_cents)}, {TIER[value.tier] ?? value.tier}
          .{' '}
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
