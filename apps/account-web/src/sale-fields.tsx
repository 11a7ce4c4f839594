import type { ComponentChildren, JSX } from 'preact';
import type { ApiError } from './api.ts';
import { amountIn } from './collection.tsx';
import type { Sale } from './contract.ts';
import { typedCents } from './format.ts';
import { Field } from './forms.tsx';

const AMOUNTS = [
  ['gross_cents', 'Proceeds, $'],
  ['platform_fees_cents', 'Platform fees, $'],
  ['payment_fees_cents', 'Payment fees, $'],
  ['shipping_cents', 'Shipping, $'],
] as const;

interface SaleFieldsProps {
  /** Null for a new one. */
  readonly sale: Sale | null;
  readonly error: ApiError | null;
  readonly autofocus?: boolean;
  /** What stands before the platform. */
  readonly children?: ComponentChildren;
}

/** Where, when and for how much copies were sold. */
export function SaleFields({ sale, error, autofocus = false, children }: SaleFieldsProps): JSX.Element {
  return (
    <>
      <div class="field-row">
        {children}
        <Field
          label="Platform"
          name="platform"
          required
          missing="Where was it sold?"
          defaultValue={sale?.platform ?? 'ebay'}
          autocapitalize="none"
          maxLength={40}
          error={error}
          autofocus={autofocus}
        />
        <Field
          label="Sold on"
          name="sale_date"
          type="date"
          required
          missing="When was it sold?"
          defaultValue={sale?.sale_date ?? new Date().toISOString().slice(0, 10)}
          error={error}
        />
      </div>
      <div class="field-row">
        {AMOUNTS.map(([name, label]) => (
          <Field
            key={name}
            label={label}
            name={name}
            required={name === 'gross_cents'}
            missing="What did the buyer pay in all?"
            inputMode="decimal"
            defaultValue={typedCents(sale?.[name] ?? null)}
            error={error}
          />
        ))}
      </div>
    </>
  );
}

/** What was typed into these fields. */
export function saleTermsIn(data: Record<string, string>): object {
  return {
    platform: data['platform'],
    sale_date: data['sale_date'],
    ...Object.fromEntries(AMOUNTS.map(([name]) => [name, amountIn(data, name, 0)])),
  };
}
