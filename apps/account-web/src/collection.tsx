import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ApiError } from './api.ts';
import { useShownCalls } from './api-calls.ts';
import type { BookedHolding, Change, EditAnswer, Sale } from './contract.ts';
import { centsOf, curlLine, dayText, money, platformText, typedCents } from './format.ts';
import { Failure, Field, Success, useAction } from './forms.tsx';
import { Sentence } from './page.tsx';
import { request, useAccount } from './session.ts';

/** Returns the change. */
export async function sendEdit(path: string, body?: object): Promise<Change> {
  return (await request<EditAnswer>('POST', path, body)).change;
}

/** Edits or adds a record. After a change elsewhere, `current` is the new record, and the next edit applies to it. */
export function useEdit<Stored extends { readonly version: number }>(
  opened: Stored | null,
  onDone: (change: Change) => void,
): { current: Stored | null; edit: (path: string, facts: object) => Promise<void> } {
  const [current, setCurrent] = useState<Stored | null>(null);
  const edit = async (path: string, facts: object): Promise<void> => {
    try {
      onDone(await sendEdit(path, { version: (current ?? opened)?.version, ...facts }));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'EditedElsewhere' && error.current !== null)
        setCurrent(error.current as Stored);
      throw error;
    }
  };
  return { current, edit };
}

/** Form amount in cents. Throws the field's error; `empty` replaces an empty field. */
export function amountIn(data: Record<string, string>, field: string, empty: number | null): number | null {
  const text = (data[field] ?? '').trim();
  if (text === '') return empty;
  const cents = centsOf(text);
  if (cents === null) throw new ApiError('BadRequest', 'Write an amount in dollars, like 49.99.', field);
  return cents;
}

export function wholeIn(data: Record<string, string>, field: string): number {
  const text = (data[field] ?? '').trim();
  if (!/^\d{1,5}$/.test(text)) throw new ApiError('BadRequest', 'Write a whole number.', field);
  return Number(text);
}

/** Only changed fields, so that changes made elsewhere are not overwritten. */
export function changedIn(facts: object, record: object): object {
  const seen = record as Record<string, unknown>;
  return Object.fromEntries(Object.entries(facts).filter(([name, value]) => value !== seen[name]));
}

export interface EditProps {
  readonly onDone: (change: Change) => void;
  readonly onClose: () => void;
}

export const platformIn = (data: Record<string, string>): string =>
  (data['platform'] ?? '').trim().toLowerCase().replace('amazon fba', 'amazon_fba');

export function bought({ purchasePriceCents, purchaseDay }: BookedHolding): string {
  const day = purchaseDay === null ? 'an unknown day' : dayText(purchaseDay);
  return `bought for ${money(purchasePriceCents)} on ${day}`;
}

export function UndoNotice({ change, onUndone }: { change: Change | null; onUndone: (undo: Change) => void }) {
  const [undone, setUndone] = useState<Change | null>(null);
  const isUndone = change !== null && change === undone;
  const undo = useAction(async () => {
    const edit = await sendEdit(`/changes/${change!.id}/undo`);
    setUndone(isUndone ? null : edit);
    onUndone(edit);
  });
  return (
    <>
      <Success of={change ?? undefined}>
        {change && (
          <div class="undo">
            <p>
              <Sentence text={`${change.summary}.`} sets={[change.setNumber]} />
            </p>
            <button type="button" class="button small" aria-disabled={undo.busy} onClick={undo.run}>
              {isUndone ? 'Redo' : 'Undo'}
            </button>
          </div>
        )}
      </Success>
      <Failure error={undo.error} />
    </>
  );
}

/** Saving again edits the new record, closing keeps it. */
export function ElsewhereNotice({ children }: { children: ComponentChildren }): JSX.Element {
  return (
    <div class="notice" role="status">
      <div>
        <p>
          <strong>It was changed elsewhere.</strong> {children}
        </p>
        <p>What you typed is still here: save again to add your changes to it, or close to leave it as it is.</p>
      </div>
    </div>
  );
}

interface FigureProps {
  readonly label: string;
  readonly value: ComponentChildren;
  readonly note?: ComponentChildren;
  /** API path that returns the figure. */
  readonly path: string;
  readonly field: string;
}

/** A figure, with the API command if shown. */
export function Figure({ label, value, note, path, field }: FigureProps): JSX.Element {
  const { apiUrl } = useAccount();
  const isCallShown = useShownCalls();
  return (
    <div class="figure">
      <h3>{label}</h3>
      <p class="figure-value">{value}</p>
      {note && <p class="figure-note">{note}</p>}
      {isCallShown && (
        <div class="curl">
          <pre class="terminal">
            <code>{curlLine(apiUrl, '$KEY', path)}</code>
          </pre>
          <p class="hint">
            Field <code>{field}</code>
          </p>
        </div>
      )}
    </div>
  );
}

export const FEES = [
  ['platformFeesCents', 'Platform fees, $'],
  ['paymentFeesCents', 'Payment fees, $'],
  ['shippingCents', 'Shipping, $'],
] as const;
const AMOUNTS = [['grossCents', 'Proceeds, $'], ...FEES] as const;

interface SaleFieldsProps {
  /** Null: a new one. */
  readonly sale: Sale | null;
  readonly error: ApiError | null;
  readonly autofocus?: boolean;
  /** Precedes the platform. */
  readonly children?: ComponentChildren;
}

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
          defaultValue={platformText(sale?.platform ?? 'ebay')}
          maxLength={40}
          error={error}
          autofocus={autofocus}
        />
        <Field
          label="Sold on"
          name="saleDay"
          type="date"
          required
          missing="When was it sold?"
          defaultValue={sale?.saleDay ?? new Date().toISOString().slice(0, 10)}
          error={error}
        />
      </div>
      <div class="field-row">
        {AMOUNTS.map(([name, label]) => (
          <Field
            key={name}
            label={label}
            name={name}
            required={name === 'grossCents'}
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

export function saleTermsIn(data: Record<string, string>): object {
  return {
    platform: platformIn(data),
    saleDay: data['saleDay'],
    ...Object.fromEntries(AMOUNTS.map(([name]) => [name, amountIn(data, name, 0)])),
  };
}
