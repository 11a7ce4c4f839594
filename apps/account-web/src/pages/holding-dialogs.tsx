import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ApiError } from '../api.ts';
import {
  amountIn,
  bought,
  changedIn,
  type EditProps,
  ElsewhereNotice,
  sendEdit,
  useEdit,
  wholeIn,
} from '../collection.tsx';
import type { Brickfolio, Holding, BookedHolding, SetCard } from '../contract.ts';
import { Dialog, FormActions } from '../dialog.tsx';
import { counted, typedCents } from '../format.ts';
import { Failure, Field, SelectField, useAction, useSubmit } from '../forms.tsx';
import { SetSearch } from '../set-search.tsx';

export const CONDITIONS = [
  ['sealed', 'Sealed'],
  ['used', 'Used'],
] as const;
export const STATUSES = [
  ['owned', 'Owned'],
  ['listed', 'Listed for sale'],
] as const;

/** Parts of the price. */
export const PARTS = [
  ['shippingPaidCents', 'Incl. shipping, $'],
  ['taxPaidCents', 'Incl. tax, $'],
] as const;
export const PLACES = [
  ['boughtFrom', 'Bought from'],
  ['storedAt', 'Kept at'],
] as const;

function FactFields({
  holding,
  error,
  isSold = false,
}: {
  holding: BookedHolding | null;
  error: ApiError | null;
  isSold?: boolean;
}) {
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
            defaultValue={String(holding?.quantity ?? 1)}
            error={error}
            autofocus
          />
          <SelectField label="Condition" name="condition" options={CONDITIONS} value={holding?.condition ?? 'sealed'} />
          <SelectField label="Status" name="status" options={STATUSES} value={holding?.status ?? 'owned'} />
        </div>
      )}
      <div class="field-row">
        <Field
          label="Price of one copy, $"
          hint="With shipping and tax. Empty if unknown."
          name="purchasePriceCents"
          inputMode="decimal"
          defaultValue={typedCents(holding?.purchasePriceCents ?? null)}
          error={error}
          autofocus={isSold}
        />
        <Field
          label="Bought on"
          hint="Empty if you do not know it."
          name="purchaseDay"
          type="date"
          defaultValue={holding?.purchaseDay ?? ''}
          error={error}
        />
      </div>
      <div class="field-row">
        {PARTS.map(([name, label]) => (
          <Field
            key={name}
            label={label}
            name={name}
            inputMode="decimal"
            defaultValue={typedCents(holding?.[name] ?? null)}
            error={error}
          />
        ))}
        {PLACES.map(([name, label]) => (
          <Field
            key={name}
            label={label}
            name={name}
            maxLength={200}
            defaultValue={holding?.[name] ?? ''}
            error={error}
          />
        ))}
      </div>
      <Field label="Notes" name="notes" maxLength={2000} defaultValue={holding?.notes ?? ''} error={error} />
    </>
  );
}

/** Empty texts become null. */
export function textsIn(data: Record<string, string>, names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, data[name]?.trim() || null]));
}

function factsIn(data: Record<string, string>, isSold = false): object {
  return {
    ...(!isSold && { quantity: wholeIn(data, 'quantity'), condition: data['condition'], status: data['status'] }),
    purchasePriceCents: amountIn(data, 'purchasePriceCents', null),
    purchaseDay: data['purchaseDay'] || null,
    ...Object.fromEntries(PARTS.map(([name]) => [name, amountIn(data, name, null)])),
    ...textsIn(data, ['notes', 'boughtFrom', 'storedAt']),
  };
}

export const folioOptions = (brickfolios: readonly Brickfolio[]) =>
  brickfolios.map(({ id, name }) => [String(id), name] as const);

type NamedSet = Pick<SetCard, 'setNumber' | 'title' | 'theme'>;

interface AddProps extends EditProps {
  readonly brickfolios: readonly Brickfolio[];
  /** Set of the page. */
  readonly known?: NamedSet | null;
}

/** For the known set, or one found while typing. */
export function AddHolding({ brickfolios, known = null, onDone, onClose }: AddProps): JSX.Element {
  const [set, setSet] = useState<NamedSet | null>(known);
  const form = useSubmit(async (data) => {
    const brickfolioId = Number(data['brickfolioId']);
    onDone(await sendEdit('/holdings', { setNumber: set!.setNumber, brickfolioId, ...factsIn(data) }));
  });
  return (
    <Dialog title="Add a holding" class="wide-dialog" onClose={onClose}>
      {set === null ? (
        <SetSearch label="Set" hint="Its number or a part of its name." onPick={setSet} autofocus />
      ) : (
        <form class="stack" noValidate onSubmit={form.onSubmit}>
          <p class="picked-set break">
            <b>{set.setNumber}</b> {set.title} <span class="quiet">{set.theme}</span>{' '}
            <button type="button" class="link" onClick={() => setSet(null)}>
              Another set
            </button>
          </p>
          <FactFields holding={null} error={form.error} />
          <SelectField label="Brickfolio" name="brickfolioId" options={folioOptions(brickfolios)} />
          <Failure error={form.error} />
          <FormActions busy={form.busy} text="Add" onClose={onClose} />
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

function describe(holding: BookedHolding): string {
  return `${counted(holding.quantity, 'copy', 'copies')}, ${holding.condition}, ${holding.status}, ${bought(holding)}.`;
}

export function ChangeHolding({ holding, brickfolios, onSell, onDone, onClose }: ChangeProps): JSX.Element {
  const [part, setPart] = useState<'edit' | 'split' | 'move'>('edit');
  const { current, edit } = useEdit<BookedHolding>(holding, onDone);
  const [others, path] = [brickfolios.filter(({ id }) => id !== holding.brickfolioId), `/holdings/${holding.id}`];
  const isSold = holding.sold !== null;
  const form = useSubmit(async (data) => {
    if (part === 'edit') await edit(path, changedIn(factsIn(data, isSold), holding));
    if (part === 'split') await edit(`${path}/split`, { quantity: wholeIn(data, 'quantity') });
    if (part === 'move') await edit(`${path}/move`, { brickfolioId: Number(data['brickfolioId']) });
  });
  const remove = useAction(() => edit(`${path}/delete`, {}));
  return (
    <Dialog
      title={
        <>
          <span class="whole">{holding.setNumber}</span> {holding.title}
        </>
      }
      class="wide-dialog"
      onClose={onClose}
    >
      {current && <ElsewhereNotice>Now: {describe(current)}</ElsewhereNotice>}
      <form key={part} class="stack" noValidate onSubmit={form.onSubmit}>
        {part === 'edit' && <FactFields holding={holding} error={form.error} isSold={isSold} />}
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
          <SelectField label="To which brickfolio?" name="brickfolioId" options={folioOptions(others)} autofocus />
        )}
        <Failure error={form.error ?? remove.error} />
        <FormActions
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
            <p class="hint">Part of a sale in your ledger: only the purchase and notes can be changed.</p>
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
