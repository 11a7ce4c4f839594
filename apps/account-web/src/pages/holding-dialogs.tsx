import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ApiError } from '../api.ts';
import { amountIn, changedIn, ElsewhereNotice, sendEdit, wholeIn } from '../collection.tsx';
import type { Brickfolio, Change, Holding, Lot, SetCard, UnsoldLots } from '../contract.ts';
import { Dialog } from '../dialog.tsx';
import { counted, money, typedCents } from '../format.ts';
import { Failure, Field, SelectField, SubmitButton, useAction, useSubmit } from '../forms.tsx';
import { Pending, useLoaded } from '../page.tsx';
import { SetSearch } from '../set-search.tsx';

const CONDITIONS = [
  ['sealed', 'Sealed'],
  ['used', 'Used'],
] as const;
const STATUSES = [
  ['owned', 'Owned'],
  ['listed', 'Listed for sale'],
] as const;
const today = (): string => new Date().toISOString().slice(0, 10);

export interface EditProps {
  readonly onDone: (change: Change) => void;
  readonly onClose: () => void;
}

/** What is told about copies, of a holding or a new one. */
function FactFields({ lot, error, isSold = false }: { lot: Lot | null; error: ApiError | null; isSold?: boolean }) {
  return (
    <>
      {!isSold && (
        <div class="field-row">
          <Field
            label="Copies"
            name="quantity"
            required
            missing="How many copies?"
            inputMode="numeric"
            defaultValue={String(lot?.quantity ?? 1)}
            error={error}
          />
          <SelectField label="Condition" name="condition" options={CONDITIONS} value={lot?.condition ?? 'sealed'} />
          <SelectField label="Status" name="status" options={STATUSES} value={lot?.status ?? 'owned'} />
        </div>
      )}
      <div class="field-row">
        <Field
          label="Price of one copy, $"
          hint="Empty if you do not know it."
          name="purchase_price_cents"
          inputMode="decimal"
          defaultValue={typedCents(lot?.purchase_price_cents ?? null)}
          error={error}
        />
        <Field
          label="Bought on"
          hint="Empty if you do not know it."
          name="purchase_date"
          type="date"
          defaultValue={lot?.purchase_date ?? ''}
          error={error}
        />
      </div>
      <Field label="Notes" name="notes" maxLength={2000} defaultValue={lot?.notes ?? ''} error={error} />
    </>
  );
}

function factsIn(data: Record<string, string>, isSold = false): object {
  return {
    ...(!isSold && { quantity: wholeIn(data, 'quantity'), condition: data['condition'], status: data['status'] }),
    purchase_price_cents: amountIn(data, 'purchase_price_cents', null),
    purchase_date: data['purchase_date'] || null,
    notes: data['notes']?.trim() || null,
  };
}

function Actions({ busy, text, onClose }: { busy: boolean; text: string; onClose: () => void }): JSX.Element {
  return (
    <div class="dialog-actions">
      <button type="button" class="button" onClick={onClose}>
        Cancel
      </button>
      <SubmitButton busy={busy}>{text}</SubmitButton>
    </div>
  );
}

const folioOptions = (brickfolios: readonly Brickfolio[]) =>
  brickfolios.map(({ id, name }) => [String(id), name] as const);

/** Adds copies of a set that is found while it is typed. */
export function AddHolding({ brickfolios, onDone, onClose }: EditProps & { brickfolios: readonly Brickfolio[] }) {
  const [set, setSet] = useState<SetCard | null>(null);
  const form = useSubmit(async (data) => {
    const brickfolio_id = Number(data['brickfolio_id']);
    onDone(await sendEdit('/holdings', { set_number: set!.set_number, brickfolio_id, ...factsIn(data) }));
  });
  return (
    <Dialog title="Add a holding" class="wide-dialog" onClose={onClose}>
      {set === null ? (
        <SetSearch label="Set" hint="Its number or a part of its name." onPick={setSet} autofocus />
      ) : (
        <form class="stack" noValidate onSubmit={form.onSubmit}>
          <p class="picked-set break">
            <b>{set.set_number}</b> {set.title} <span class="quiet">{set.theme}</span>{' '}
            <button type="button" class="link" onClick={() => setSet(null)}>
              Another set
            </button>
          </p>
          <FactFields lot={null} error={form.error} />
          <SelectField label="Brickfolio" name="brickfolio_id" options={folioOptions(brickfolios)} />
          <Failure error={form.error} />
          <Actions busy={form.busy} text="Add" onClose={onClose} />
        </form>
      )}
    </Dialog>
  );
}

interface ChangeProps extends EditProps {
  readonly holding: Holding;
  readonly brickfolios: readonly Brickfolio[];
  readonly onSell: () => void;
}

function bought({ purchase_price_cents, purchase_date }: Lot): string {
  return `bought for ${money(purchase_price_cents)} on ${purchase_date ?? 'an unknown day'}`;
}

function describe(lot: Lot): string {
  return `${counted(lot.quantity, 'copy', 'copies')}, ${lot.condition}, ${lot.status}, ${bought(lot)}.`;
}

/** Changes a holding, or splits, moves, sells or deletes it. */
export function ChangeHolding({ holding, brickfolios, onSell, onDone, onClose }: ChangeProps): JSX.Element {
  const [part, setPart] = useState<'edit' | 'split' | 'move'>('edit');
  const [current, setCurrent] = useState<Lot | null>(null);
  const [others, path] = [brickfolios.filter(({ id }) => id !== holding.brickfolio_id), `/holdings/${holding.id}`];
  const isSold = holding.sale_id !== null;
  const send = async (to: string, body: object): Promise<void> => {
    try {
      onDone(await sendEdit(to, { version: (current ?? holding).version, ...body }));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'EditedElsewhere' && error.current !== null)
        setCurrent(error.current as Lot);
      throw error;
    }
  };
  const form = useSubmit(async (data) => {
    if (part === 'edit') await send(path, changedIn(factsIn(data, isSold), holding));
    if (part === 'split') await send(`${path}/split`, { quantity: wholeIn(data, 'quantity') });
    if (part === 'move') await send(`${path}/move`, { brickfolio_id: Number(data['brickfolio_id']) });
  });
  const remove = useAction(() => send(`${path}/delete`, {}));
  return (
    <Dialog title={`${holding.set_number} ${holding.title}`} class="wide-dialog" onClose={onClose}>
      {current && <ElsewhereNotice>Now: {describe(current)}</ElsewhereNotice>}
      <form key={part} class="stack" noValidate onSubmit={form.onSubmit}>
        {part === 'edit' && <FactFields lot={holding} error={form.error} isSold={isSold} />}
        {part === 'split' && (
          <Field
            label={`How many of ${counted(holding.quantity, 'copy', 'copies')} become a holding of their own?`}
            name="quantity"
            required
            missing="How many copies?"
            inputMode="numeric"
            defaultValue="1"
            error={form.error}
            autofocus
          />
        )}
        {part === 'move' && (
          <SelectField label="To which brickfolio?" name="brickfolio_id" options={folioOptions(others)} />
        )}
        <Failure error={form.error ?? remove.error} />
        <Actions
          busy={form.busy}
          text={{ edit: 'Save', split: 'Split', move: 'Move' }[part]}
          onClose={part === 'edit' ? onClose : () => setPart('edit')}
        />
      </form>
      {part === 'edit' && (
        <div class="buttons more-actions">
          {!isSold && holding.status !== 'sold' && (
            <button type="button" class="button small" onClick={onSell}>
              Mark sold
            </button>
          )}
          {!isSold && holding.quantity > 1 && (
            <button type="button" class="button small" onClick={() => setPart('split')}>
              Split
            </button>
          )}
          {others.length > 0 && (
            <button type="button" class="button small" onClick={() => setPart('move')}>
              Move
            </button>
          )}
          {isSold ? (
            <p class="hint">Part of a sale in your ledger: only price, date and notes can be changed.</p>
          ) : (
            <button type="button" class="button small danger-text" aria-disabled={remove.busy} onClick={remove.run}>
              Delete
            </button>
          )}
        </div>
      )}
    </Dialog>
  );
}

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
        platform: data['platform'],
        sale_date: data['sale_date'],
        gross_cents: amountIn(data, 'gross_cents', 0),
        platform_fees_cents: amountIn(data, 'platform_fees_cents', 0),
        payment_fees_cents: amountIn(data, 'payment_fees_cents', 0),
        shipping_cents: amountIn(data, 'shipping_cents', 0),
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
      <div class="field-row">
        <Field
          label="Platform"
          name="platform"
          required
          missing="Where was it sold?"
          defaultValue="ebay"
          autocapitalize="none"
          maxLength={40}
          error={form.error}
        />
        <Field
          label="Sold on"
          name="sale_date"
          type="date"
          required
          missing="When was it sold?"
          defaultValue={today()}
          error={form.error}
        />
      </div>
      <div class="field-row">
        <Field
          label="Proceeds, $"
          name="gross_cents"
          required
          missing="What did the buyer pay in all?"
          inputMode="decimal"
          error={form.error}
        />
        <Field label="Platform fees, $" name="platform_fees_cents" inputMode="decimal" error={form.error} />
        <Field label="Payment fees, $" name="payment_fees_cents" inputMode="decimal" error={form.error} />
        <Field label="Shipping, $" name="shipping_cents" inputMode="decimal" error={form.error} />
      </div>
      <Failure error={form.error} />
      <Actions busy={form.busy} text="Mark sold" onClose={onClose} />
    </form>
  );
}

/** Sells copies of a holding's set in its condition; the ledger gets the line, with the cost of these copies. */
export function SellHolding({ holding, ...props }: EditProps & { holding: Holding }): JSX.Element {
  const query = `set_number=${encodeURIComponent(holding.set_number)}&condition=${holding.condition}`;
  const loaded = useLoaded<UnsoldLots>(`/holdings/lots?${query}`);
  return (
    <Dialog title={`Sell ${holding.set_number}, ${holding.condition}`} class="wide-dialog" onClose={props.onClose}>
      {loaded.data === null ? (
        <Pending loaded={loaded} rows={4} />
      ) : (
        <SellForm holding={holding} lots={loaded.data.lots} {...props} />
      )}
    </Dialog>
  );
}
