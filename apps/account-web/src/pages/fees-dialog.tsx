import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ApiError } from '../api.ts';
import { Choice } from '../choices.tsx';
import { amountIn } from '../collection.tsx';
import type { PlatformFees, SellingFees } from '../contract.ts';
import { Dialog } from '../dialog.tsx';
import { date, money, typedCents } from '../format.ts';
import { Failure, Field, SelectField, SubmitButton, useAction, useSubmit } from '../forms.tsx';
import { Pending, useLoaded } from '../page.tsx';
import { request } from '../session.ts';

const percent = (basisPoints: number): string => `${basisPoints / 100} %`;

/** "13.6 % up to $7,500.00, then 2.35 %" */
function steps(parts: readonly { upToCents: number | null; text: string }[]): string {
  return parts
    .map(({ upToCents: limit, text }) => (limit === null ? text : `${text} up to ${money(limit)}`))
    .join(', then ');
}

/** Hundredths of a percent; null: empty. */
function percentIn(data: Record<string, string>, field: string): number | null {
  const text = (data[field] ?? '').trim().replace(/\s*%$/, '');
  if (text === '') return null;
  if (!/^\d{1,4}(\.\d{1,2})?$/.test(text))
    throw new ApiError('BadRequest', 'Write a percentage from 0 to 100, like 13.6.', field);
  return Math.round(Number(text) * 100);
}

type FeeField = Exclude<keyof NonNullable<PlatformFees['own']>, 'isUsed'>;

function FeesForm({ fees, onSaved }: { fees: PlatformFees; onSaved: () => void }): JSX.Element {
  const { platform, name, published, own } = fees;
  const [isUsed, setUsed] = useState(own?.isUsed ?? true);
  const form = useSubmit(async (data) => {
    await request('POST', `/selling-fees/${platform}`, {
      isUsed,
      commissionBasisPoints: percentIn(data, 'commissionBasisPoints'),
      commissionFixedCents: amountIn(data, 'commissionFixedCents', null),
      paymentBasisPoints: percentIn(data, 'paymentBasisPoints'),
      paymentFixedCents: amountIn(data, 'paymentFixedCents', null),
      shippingCents: amountIn(data, 'shippingCents', null),
    });
    onSaved();
  });
  const reset = useAction(async () => {
    await request('DELETE', `/selling-fees/${platform}`);
    onSaved();
  });
  const typedPercent = (points: number | null | undefined): string => (points == null ? '' : String(points / 100));
  const amount = (field: FeeField, label: string, hint: string) => (
    <Field
      label={label}
      name={field}
      hint={hint}
      inputMode="decimal"
      autocomplete="off"
      defaultValue={field.endsWith('points') ? typedPercent(own?.[field]) : typedCents(own?.[field] ?? null)}
      error={form.error}
    />
  );
  return (
    <form class="stack" noValidate onSubmit={form.onSubmit}>
      <p class="hint">
        {published
          ? `Fees as published, in force since ${date(published.from, 'UTC')}. Leave a field empty to use them.`
          : 'No fees are published yet.'}
        {platform === 'amazon_fba' && ' Its fulfilment fee follows from the size and weight of the box.'}
      </p>
      <Choice type="checkbox" name="isUsed" checked={isUsed} onChange={setUsed}>
        I sell on {name}
      </Choice>
      <div class="field-row">
        {amount(
          'commissionBasisPoints',
          'Commission, %',
          published
            ? steps(published.commission.map((one) => ({ ...one, text: percent(one.basisPoints) })))
            : 'Of the price',
        )}
        {amount(
          'commissionFixedCents',
          'Fee per sale, $',
          published ? steps(published.fixed.map((one) => ({ ...one, text: money(one.cents) }))) : 'Once for each sale',
        )}
      </div>
      <div class="field-row">
        {amount('paymentBasisPoints', 'Payment, %', percent(published?.paymentBasisPoints ?? 0))}
        {amount('paymentFixedCents', 'Payment per sale, $', money(published?.paymentFixedCents ?? 0))}
        {amount('shippingCents', 'Shipping per copy, $', 'What you pay yourself; $0.00 if the buyer does')}
      </div>
      <Failure error={form.error ?? reset.error} />
      <div class="dialog-actions">
        {own && (
          <button type="button" class="button" aria-disabled={reset.busy} onClick={reset.run}>
            Use the published fees
          </button>
        )}
        <SubmitButton busy={form.busy}>Save</SubmitButton>
      </div>
    </form>
  );
}

export default function FeesDialog({ onClose, onSaved }: { onClose: () => void; onSaved: () => void }): JSX.Element {
  const loaded = useLoaded<SellingFees>('/selling-fees');
  const [platform, setPlatform] = useState('ebay');
  const fees = loaded.data?.platforms.find((one) => one.platform === platform);
  return (
    <Dialog title="Your selling fees" class="wide-dialog" onClose={onClose}>
      {loaded.data === null || fees === undefined ? (
        <Pending loaded={loaded} rows={4} />
      ) : (
        <>
          <SelectField
            label="Marketplace"
            name="platform"
            options={loaded.data.platforms.map((one) => [one.platform, one.name] as const)}
            value={platform}
            onChange={setPlatform}
          />
          <FeesForm key={platform} fees={fees} onSaved={onSaved} />
        </>
      )}
    </Dialog>
  );
}
