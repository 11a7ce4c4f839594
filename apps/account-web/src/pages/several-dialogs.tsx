import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { ApiError } from '../api.ts';
import { amountIn, type EditProps, FEES, platformIn, sendEdit } from '../collection.tsx';
import type { Brickfolio, Holding } from '../contract.ts';
import { Dialog, FormActions } from '../dialog.tsx';
import { centsOf, counted, money, signedMoney, typedCents } from '../format.ts';
import { useFeesQuestion, useFilledFees } from '../filled-fees.tsx';
import { Failure, Field, SelectField, useSubmit } from '../forms.tsx';
import { CONDITIONS, folioOptions, PARTS, PLACES, STATUSES, textsIn } from './holding-dialogs.tsx';

export type SeveralKind = 'edit' | 'move' | 'sell' | 'delete';

interface SeveralProps extends EditProps {
  readonly kind: SeveralKind;
  readonly holdings: readonly Holding[];
  readonly brickfolios: readonly Brickfolio[];
}

/** Proceeds are typed per set: for more sets, import a file. */
const MAX_SETS = 50;
const KEEP = ['', 'As it is'] as const;
const PLATFORM = 'eBay';

/** Keeps each holding's own value unless changed. */
function Optional({ name, label, children }: { name: string; label: string; children: JSX.Element }): JSX.Element {
  const [isOn, setOn] = useState(false);
  return (
    <div class="optional">
      <label class="check">
        <input type="checkbox" name={`set-${name}`} checked={isOn} onChange={() => setOn(!isOn)} /> {label}
      </label>
      {isOn && children}
    </div>
  );
}

function EditFields({ error }: { error: ApiError | null }): JSX.Element {
  return (
    <>
      <div class="field-row">
        <SelectField label="Condition" name="condition" options={[KEEP, ...CONDITIONS]} autofocus />
        <SelectField label="Status" name="status" options={[KEEP, ...STATUSES]} />
      </div>
      <Optional name="purchasePriceCents" label="Change the price">
        <Field
          label="Price of one copy, $"
          hint="The same for all of them. Empty if you do not know it."
          name="purchasePriceCents"
          inputMode="decimal"
          error={error}
        />
      </Optional>
      {PARTS.map(([name, label]) => (
        <Optional key={name} name={name} label={`Change “${label.replace(', $', '')}”`}>
          <Field label={label} name={name} inputMode="decimal" error={error} />
        </Optional>
      ))}
      <Optional name="purchaseDay" label="Change the day">
        <Field label="Bought on" hint="Empty if you do not know it." name="purchaseDay" type="date" error={error} />
      </Optional>
      {PLACES.map(([name, label]) => (
        <Optional key={name} name={name} label={`Change “${label}”`}>
          <Field label={label} name={name} maxLength={200} error={error} />
        </Optional>
      ))}
      <Optional name="notes" label="Change the notes">
        <Field label="Notes" hint="They replace what is there." name="notes" maxLength={2000} error={error} />
      </Optional>
    </>
  );
}

function factsIn(data: Record<string, string>): object {
  return {
    ...(data['condition'] && { condition: data['condition'] }),
    ...(data['status'] && { status: data['status'] }),
    ...Object.fromEntries(
      ['purchasePriceCents', ...PARTS.map(([name]) => name)].flatMap((name) =>
        `set-${name}` in data ? [[name, amountIn(data, name, null)]] : [],
      ),
    ),
    ...('set-purchaseDay' in data && { purchaseDay: data['purchaseDay'] || null }),
    ...textsIn(
      data,
      ['notes', 'boughtFrom', 'storedAt'].filter((name) => `set-${name}` in data),
    ),
  };
}

interface Group {
  readonly setNumber: string;
  readonly title: string;
  readonly condition: Holding['condition'];
  readonly copies: number;
  readonly value: number | null;
  readonly cost: number | null;
}

function groupsOf(holdings: readonly Holding[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const { setNumber, title, condition, quantity, unitValueCents: unit, costCents } of holdings) {
    const key = `${setNumber} ${condition}`;
    const { copies, value, cost } = groups.get(key) ?? { copies: 0, value: 0, cost: 0 };
    groups.set(key, {
      setNumber,
      title,
      condition,
      copies: copies + quantity,
      value: value === null || unit === null ? null : value + unit * quantity,
      cost: cost === null || costCents === null ? null : cost + costCents,
    });
  }
  return [...groups.values()];
}

function proceedsIn(data: Record<string, string>, groups: readonly Group[]): readonly object[] {
  return groups.map(({ setNumber, condition }, index) => {
    const grossCents = amountIn(data, `gross-${index}`, null);
    if (grossCents === null) throw new ApiError('BadRequest', 'What did the buyer pay?', `gross-${index}`);
    return { setNumber, condition, grossCents };
  });
}

/** Null: an amount is invalid. */
function resultOf(data: Record<string, string>, groups: readonly Group[]): string | null {
  try {
    const gross = groups.reduce((sum, _, index) => sum + amountIn(data, `gross-${index}`, 0)!, 0);
    const net = FEES.reduce((rest, [name]) => rest - amountIn(data, name, 0)!, gross);
    const cost = groups.reduce<number | null>(
      (sum, one) => (sum === null || one.cost === null ? null : sum + one.cost),
      0,
    );
    const gain = cost === null ? 'unknown, as a cost is' : signedMoney(net - cost);
    return `Proceeds ${money(gross)}, after fees ${money(net)}. Gain: ${gain}.`;
  } catch {
    return null;
  }
}

function SellFields({ groups, error }: { groups: readonly Group[]; error: ApiError | null }): JSX.Element {
  const typed = Object.fromEntries(groups.map(({ value }, index) => [`gross-${index}`, typedCents(value)]));
  const [data, setData] = useState<Record<string, string>>({ ...typed, platform: PLATFORM });
  const element = useRef<HTMLDivElement>(null);
  const form = (): HTMLFormElement | null => element.current?.closest('form') ?? null;
  const read = (): void => setData(Object.fromEntries(new FormData(form()!)) as Record<string, string>);
  const sold = groups.map(({ setNumber, copies }, index) => ({
    setNumber,
    copies,
    gross: centsOf(data[`gross-${index}`] ?? ''),
  }));
  const fees = useFilledFees(form, data, sold, read);
  return (
    <div class="stack" ref={element} onInput={fees.onInput}>
      <div class="field-row">
        <Field
          label="Platform"
          name="platform"
          required
          missing="Where were they sold?"
          defaultValue={PLATFORM}
          maxLength={40}
          error={error}
          autofocus
        />
        <Field
          label="Sold on"
          name="saleDay"
          type="date"
          required
          missing="When were they sold?"
          defaultValue={new Date().toISOString().slice(0, 10)}
          error={error}
        />
      </div>
      <fieldset class="stack tight">
        <legend class="strong">What the buyer paid for all copies, $</legend>
        <div class="field-row">
          {groups.map((group, index) => (
            <Field
              key={index}
              label={`${group.copies} × ${group.setNumber}, ${group.condition}`}
              name={`gross-${index}`}
              inputMode="decimal"
              defaultValue={typedCents(group.value)}
              error={error}
            />
          ))}
        </div>
      </fieldset>
      <div class="field-row">
        {FEES.map(([name, label]) => (
          <Field key={name} label={label} name={name} inputMode="decimal" error={error} />
        ))}
      </div>
      {fees.button}
      <p class="hint">
        Filled in with today’s values. Fees are for all of them together and are divided by what each set brought.
      </p>
      <p role="status">{resultOf(data, groups)}</p>
    </div>
  );
}

const TITLES = { edit: 'Edit', move: 'Move', sell: 'Mark sold', delete: 'Delete' } as const;

/** One change with one undo. */
export default function SeveralDialog({ kind, holdings, brickfolios, onDone, onClose }: SeveralProps): JSX.Element {
  const groups = groupsOf(holdings);
  const isTooMany = kind === 'sell' && groups.length > MAX_SETS;
  const askAboutFees = useFeesQuestion();
  const form = useSubmit(async (data) => {
    const chosen = holdings.map(({ id, version }) => ({ id, version }));
    const send = async (facts: object): Promise<void> =>
      onDone(await sendEdit(`/holdings/several/${kind}`, { holdings: chosen, ...facts }));
    if (kind === 'delete') await send({});
    if (kind === 'move') await send({ brickfolioId: Number(data['brickfolioId']) });
    if (kind === 'edit') await send(factsIn(data));
    if (kind === 'sell') {
      askAboutFees(data);
      const fees = Object.fromEntries(FEES.map(([name]) => [name, amountIn(data, name, 0)]));
      const { saleDay } = data;
      await send({ platform: platformIn(data), saleDay, ...fees, proceeds: proceedsIn(data, groups) });
    }
  });
  const copies = holdings.reduce((sum, { quantity }) => sum + quantity, 0);
  const sets = new Set(holdings.map(({ setNumber }) => setNumber));
  return (
    <Dialog title={`${TITLES[kind]}: ${counted(holdings.length, 'holding')}`} class="wide-dialog" onClose={onClose}>
      <form class="stack" noValidate onSubmit={form.onSubmit}>
        {kind === 'edit' && <EditFields error={form.error} />}
        {kind === 'move' && (
          <SelectField label="To which brickfolio?" name="brickfolioId" options={folioOptions(brickfolios)} autofocus />
        )}
        {kind === 'sell' &&
          (isTooMany ? (
            <p>
              These are {counted(groups.length, 'set')}. Choose at most {MAX_SETS} to sell at once, or{' '}
              <a href="/account/import">import your sales</a> from a file.
            </p>
          ) : (
            <SellFields groups={groups} error={form.error} />
          ))}
        {kind === 'delete' && (
          <p>
            {counted(copies, 'copy', 'copies')} of {counted(sets.size, 'set')} will be deleted. Undo brings them back.
          </p>
        )}
        <Failure error={form.error} />
        {!isTooMany && (
          <FormActions busy={form.busy} text={kind === 'edit' ? 'Save' : TITLES[kind]} onClose={onClose} />
        )}
      </form>
    </Dialog>
  );
}
