import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../api.ts';
import { OneOf } from '../choices.tsx';
import { bought, type EditProps, FEES, SaleFields, saleTermsIn, sendEdit, wholeIn } from '../collection.tsx';
import type { BrickfolioList, Holding, BookedHolding, UnsoldHoldings } from '../contract.ts';
import { Dialog, FormActions } from '../dialog.tsx';
import { centsOf, counted, money, signedMoney, toneOf } from '../format.ts';
import { useFeesQuestion, useFilledFees } from '../filled-fees.tsx';
import { Failure, Field, useSubmit } from '../forms.tsx';
import { Pending, useLoaded } from '../page.tsx';

const METHODS = [
  ['this', 'This purchase'],
  ['fifo', 'Oldest first'],
  ['picked', 'Choose copies'],
] as const;

/** Null: a price is unknown. */
function costOf(taken: readonly { lot: BookedHolding; copies: number }[]): number | null {
  let cost: number | null = 0;
  for (const { lot, copies } of taken)
    cost = cost === null || lot.purchasePriceCents === null ? null : cost + copies * lot.purchasePriceCents;
  return cost;
}

/** Oldest first; skips copies bought after the sale. */
function oldest(
  unsold: readonly BookedHolding[],
  quantity: number,
  soldOn: string,
): readonly { lot: BookedHolding; copies: number }[] {
  let missing = quantity;
  return unsold
    .filter(({ purchaseDay: day }) => day === null || day <= soldOn)
    .flatMap((lot) => {
      const copies = Math.min(missing, lot.quantity);
      missing -= copies;
      return copies > 0 ? [{ lot, copies }] : [];
    });
}

/** From the holding that opened the dialog. */
function ofPurchase(
  unsold: readonly BookedHolding[],
  id: number,
  copies: number,
): readonly { lot: BookedHolding; copies: number }[] {
  return unsold.filter((lot) => lot.id === id && copies > 0).map((lot) => ({ lot, copies }));
}

/** Null: the proceeds are invalid. */
function netOf(data: Record<string, string>): { fees: number; net: number } | null {
  const gross = centsOf(data['grossCents'] ?? '');
  if (gross === null) return null;
  const fees = FEES.reduce((sum, [name]) => sum + (centsOf(data[name] ?? '') ?? 0), 0);
  return { fees, net: gross - fees };
}

interface SellFormProps extends EditProps {
  readonly holding: Holding;
  readonly unsold: readonly BookedHolding[];
  readonly folios: ReadonlyMap<number, string>;
  /** Reloads unsold copies. */
  readonly reload: () => Promise<void>;
}

function SellForm({ holding, unsold, folios, reload, onDone, onClose }: SellFormProps): JSX.Element {
  const [method, setMethod] = useState<(typeof METHODS)[number][0]>('this');
  const [typed, setTyped] = useState<Record<string, string>>({});
  const element = useRef<HTMLFormElement>(null);
  const read = (): void => setTyped(Object.fromEntries(new FormData(element.current!)) as Record<string, string>);
  useEffect(read, [method]);
  const picked = unsold.flatMap((lot) => {
    const copies = Number(typed[`lot-${lot.id}`]) || 0;
    return copies > 0 ? [{ lot, copies }] : [];
  });
  const wanted = Number(typed['quantity']) || 0;
  const taken = {
    this: () => ofPurchase(unsold, holding.id, wanted),
    fifo: () => oldest(unsold, wanted, typed['saleDay'] ?? '9999'),
    picked: () => picked,
  }[method]();
  const copies = taken.reduce((sum, one) => sum + one.copies, 0);
  const cost = costOf(taken);
  const sum = netOf(typed);
  const inFolio = ({ brickfolioId }: BookedHolding): string =>
    folios.size > 1 ? `, in ${folios.get(brickfolioId)}` : '';
  const parts = taken.map((one) => `${one.copies} ${bought(one.lot)}${inFolio(one.lot)}`).join('; ');

  const gross = centsOf(typed['grossCents'] ?? '');
  const sold = [{ setNumber: holding.setNumber, copies, gross }];
  const fees = useFilledFees(() => element.current, typed, sold, read);
  const askAboutFees = useFeesQuestion();
  const form = useSubmit(async (data) => {
    const chosen = unsold.flatMap(({ id, version }) => {
      const some = method === 'picked' && data[`lot-${id}`] ? wholeIn(data, `lot-${id}`) : 0;
      return some > 0 ? [{ id, version, quantity: some }] : [];
    });
    const count = method === 'picked' ? chosen.reduce((all, lot) => all + lot.quantity, 0) : wholeIn(data, 'quantity');
    if (count === 0) throw new ApiError('BadRequest', 'Say how many copies of which holdings were sold.');
    const terms = saleTermsIn(data);
    askAboutFees(data);
    const shown = method === 'this' ? ofPurchase(unsold, holding.id, count) : oldest(unsold, count, data['saleDay']!);
    const lots = shown.map(({ lot: { id, version }, copies: quantity }) => ({ id, version, quantity }));
    const takes = { this: { lots }, fifo: { oldest: lots }, picked: { lots: chosen } }[method];
    try {
      onDone(
        await sendEdit('/holdings/sell', {
          setNumber: holding.setNumber,
          condition: holding.condition,
          quantity: count,
          ...terms,
          ...takes,
        }),
      );
    } catch (failure) {
      // Keeps the input and shows the current copies.
      if ((failure as ApiError).code === 'Conflict') await reload();
      throw failure;
    }
  });
  return (
    <form class="stack" noValidate ref={element} onSubmit={form.onSubmit} onInput={fees.onInput}>
      <OneOf legend="Which copies?" name="method" options={METHODS} value={method} onChange={setMethod} />
      {method !== 'picked' ? (
        <div>
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
            {method === 'fifo' && folios.size > 1 && 'The oldest are taken from all your brickfolios. '}
            {taken.length > 0 && `${parts}. Cost: ${money(cost)}.`}
          </p>
        </div>
      ) : (
        unsold.map((lot) => (
          <Field
            key={lot.id}
            label={`Of ${counted(lot.quantity, 'copy', 'copies')} ${bought(lot)}${inFolio(lot)}`}
            name={`lot-${lot.id}`}
            inputMode="numeric"
            defaultValue={lot.id === holding.id ? '1' : '0'}
            error={form.error}
          />
        ))
      )}
      <SaleFields sale={null} error={form.error} />
      {fees.button}
      <p role="status" class="sale-sum">
        {sum && (
          <>
            You keep <b>{money(sum.net)}</b> after {money(sum.fees)} of fees and shipping.{' '}
            {cost === null ? (
              'Gain unknown: no purchase price.'
            ) : (
              <>
                Gain <b class={toneOf(sum.net - cost)}>{signedMoney(sum.net - cost)}</b>.
              </>
            )}
          </>
        )}
      </p>
      <Failure error={form.error} />
      <FormActions busy={form.busy} text="Mark sold" onClose={onClose} />
    </form>
  );
}

export function SellHolding({ holding, ...props }: EditProps & { holding: Holding }): JSX.Element {
  const query = `setNumber=${encodeURIComponent(holding.setNumber)}&condition=${holding.condition}`;
  const loaded = useLoaded<UnsoldHoldings>(`/holdings/unsold?${query}`);
  const folios = useLoaded<BrickfolioList>('/brickfolios').data;
  return (
    <Dialog
      title={
        <>
          Sell <span class="whole">{holding.setNumber}</span>, {holding.condition}
        </>
      }
      class="wide-dialog"
      onClose={props.onClose}
    >
      {loaded.data === null || folios === null ? (
        <Pending loaded={loaded} rows={4} />
      ) : (
        <SellForm
          holding={holding}
          unsold={loaded.data.holdings}
          folios={new Map(folios.brickfolios.map(({ id, name }) => [id, name]))}
          reload={loaded.reload}
          {...props}
        />
      )}
    </Dialog>
  );
}
