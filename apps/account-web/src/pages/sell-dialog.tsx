import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ApiError } from '../api.ts';
import { bought, EditActions, type EditProps, sendEdit, wholeIn } from '../collection.tsx';
import type { Holding, Lot, UnsoldLots } from '../contract.ts';
import { Dialog } from '../dialog.tsx';
import { counted, money } from '../format.ts';
import { Failure, Field, useSubmit } from '../forms.tsx';
import { Pending, useLoaded } from '../page.tsx';
import { SaleFields, saleTermsIn } from '../sale-fields.tsx';

/** The copies that are sold, oldest first, and what they had cost together; null when a price is unknown. */
function oldest(lots: readonly Lot[], quantity: number): { text: string; basis: number | null } {
  let [missing, basis]: [number, number | null] = [quantity, 0];
  const parts: string[] = [];
  for (const lot of lots) {
    const some = Math.min(missing, lot.quantity);
    if (some === 0) break;
    parts.push(`${some} ${bought(lot)}`);
    basis = basis === null || lot.purchase_price_cents === null ? null : basis + some * lot.purchase_price_cents;
    missing -= some;
  }
  return { text: parts.join('; '), basis };
}

function SellForm({ holding, lots, onDone, onClose }: EditProps & { holding: Holding; lots: readonly Lot[] }) {
  const [method, setMethod] = useState<'fifo' | 'picked'>('fifo');
  const [quantity, setQuantity] = useState(1);
  const { text, basis } = oldest(lots, quantity);
  const form = useSubmit(async (data) => {
    const picked = lots.flatMap(({ id, version }) => {
      const copies = method === 'picked' && data[`lot-${id}`] ? wholeIn(data, `lot-${id}`) : 0;
      return copies > 0 ? [{ id, version, quantity: copies }] : [];
    });
    const count = method === 'fifo' ? wholeIn(data, 'quantity') : picked.reduce((sum, lot) => sum + lot.quantity, 0);
    if (count === 0) throw new ApiError('BadRequest', 'Say how many copies of which holdings were sold.');
    onDone(
      await sendEdit('/holdings/sell', {
        set_number: holding.set_number,
        condition: holding.condition,
        quantity: count,
        ...saleTermsIn(data),
        ...(method === 'picked' && { lots: picked }),
      }),
    );
  });
  return (
    <form class="stack" noValidate onSubmit={form.onSubmit}>
      <fieldset class="choices">
        <legend>Which copies?</legend>
        <div>
          {(['fifo', 'picked'] as const).map((value) => (
            <label key={value} class="choice">
              <input
                type="radio"
                name="method"
                value={value}
                checked={method === value}
                onChange={() => setMethod(value)}
              />
              <span>{value === 'fifo' ? 'Bought first' : 'I pick them'}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {method === 'fifo' ? (
        <div onInput={(event) => setQuantity(Number((event.target as HTMLInputElement).value) || 0)}>
          <Field
            label="Copies sold"
            name="quantity"
            required
            missing="How many copies?"
            inputMode="numeric"
            defaultValue="1"
            error={form.error}
          />
          <p class="hint" role="status">
            {text && `${text}. Cost: ${money(basis)}.`}
          </p>
        </div>
      ) : (
        lots.map((lot) => (
          <Field
            key={lot.id}
            label={`Of ${counted(lot.quantity, 'copy', 'copies')} ${bought(lot)}`}
            name={`lot-${lot.id}`}
            inputMode="numeric"
            defaultValue={lot.id === holding.id ? '1' : '0'}
            error={form.error}
          />
        ))
      )}
      <SaleFields sale={null} error={form.error} />
      <Failure error={form.error} />
      <EditActions busy={form.busy} text="Mark sold" onClose={onClose} />
    </form>
  );
}

/** Sells copies of a holding's set in its condition; the ledger gets the line, with the cost of these copies. */
export function SellHolding({ holding, ...props }: EditProps & { holding: Holding }): JSX.Element {
  const query = `set_number=${encodeURIComponent(holding.set_number)}&condition=${holding.condition}`;
  const loaded = useLoaded<UnsoldLots>(`/holdings/lots?${query}`);
  return (
    <Dialog
      title={
        <>
          Sell <span class="whole">{holding.set_number}</span>, {holding.condition}
        </>
      }
      class="wide-dialog"
      onClose={props.onClose}
    >
      {loaded.data === null ? (
        <Pending loaded={loaded} rows={4} />
      ) : (
        <SellForm holding={holding} lots={loaded.data.lots} {...props} />
      )}
    </Dialog>
  );
}
