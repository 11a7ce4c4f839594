import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type EditProps, ElsewhereNotice, sendEdit, UndoNotice, useEdit } from '../collection.tsx';
import type { Brickfolio, BrickfolioList, Change } from '../contract.ts';
import { Dialog, FormActions } from '../dialog.tsx';
import { counted, money, signedMoney } from '../format.ts';
import { Failure, Field, useAction, useSubmit } from '../forms.tsx';
import { Page, Pending, useLoaded } from '../page.tsx';

function NameDialog({ brickfolio, onDone, onClose }: EditProps & { brickfolio: Brickfolio | null }): JSX.Element {
  const { current, edit } = useEdit(brickfolio, onDone);
  const form = useSubmit(({ name, description }) =>
    edit(`/brickfolios${brickfolio ? `/${brickfolio.id}` : ''}`, { name, description: description?.trim() || null }),
  );
  return (
    <Dialog title={brickfolio ? 'Rename the brickfolio' : 'Create a brickfolio'} onClose={onClose}>
      {current && <ElsewhereNotice>It is called “{current.name}” now.</ElsewhereNotice>}
      <form class="stack" noValidate onSubmit={form.onSubmit}>
        <Field
          label="Name"
          name="name"
          required
          missing="Give it a name."
          maxLength={100}
          defaultValue={brickfolio?.name ?? ''}
          error={form.error}
          autofocus
        />
        <Field
          label="Description"
          name="description"
          maxLength={1000}
          defaultValue={brickfolio?.description ?? ''}
          error={form.error}
        />
        <Failure error={form.error} />
        <FormActions busy={form.busy} text={brickfolio ? 'Save' : 'Create'} onClose={onClose} />
      </form>
    </Dialog>
  );
}

interface RowProps {
  readonly brickfolio: Brickfolio;
  readonly onRename: () => void;
  readonly onDone: (change: Change) => void;
}

function Row({ brickfolio, onRename, onDone }: RowProps): JSX.Element {
  const { id, version, name, totals } = brickfolio;
  const makeDefault = useAction(async () => onDone(await sendEdit(`/brickfolios/${id}/default`, { version })));
  const remove = useAction(async () => onDone(await sendEdit(`/brickfolios/${id}/delete`, { version })));
  const removeAll = useAction(async () =>
    onDone(await sendEdit(`/brickfolios/${id}/delete`, { version, withRules: true })),
  );
  const copies = counted(totals.itemCount, 'unsold copy', 'unsold copies');
  return (
    <li class="folio">
      <div>
        <h2>
          <a href={`/account/holdings?brickfolioId=${id}`}>{name}</a>{' '}
          {brickfolio.isDefault && <span class="tag">default</span>}
        </h2>
        {brickfolio.description && <p class="quiet break">{brickfolio.description}</p>}
        <p class="quiet">
          {counted(brickfolio.holdingCount, 'holding')}, {copies}, {money(totals.valueCents)} (
          {signedMoney(totals.gainCents)})
          {totals.unknownCost.itemCount > 0 &&
            `, the gain without ${counted(totals.unknownCost.itemCount, 'copy', 'copies')} of unknown price`}
        </p>
        <Failure error={makeDefault.error ?? removeAll.error ?? remove.error} />
      </div>
      <div class="buttons">
        <button type="button" class="button small" onClick={onRename}>
          Rename<span class="visually-hidden"> {name}</span>
        </button>
        {!brickfolio.isDefault && (
          <button type="button" class="button small" aria-disabled={makeDefault.busy} onClick={makeDefault.run}>
            Make default<span class="visually-hidden">: {name}</span>
          </button>
        )}
        {!brickfolio.isDefault && brickfolio.holdingCount === 0 && (
          <button type="button" class="button small danger-text" aria-disabled={remove.busy} onClick={remove.run}>
            Delete<span class="visually-hidden"> {name}</span>
          </button>
        )}
        {remove.error?.code === 'WatchedByRules' && (
          <button type="button" class="button small danger-text" aria-disabled={removeAll.busy} onClick={removeAll.run}>
            Delete<span class="visually-hidden"> {name}</span> with its alert rules
          </button>
        )}
      </div>
    </li>
  );
}

export default function BrickfoliosPage(): JSX.Element {
  const loaded = useLoaded<BrickfolioList>('/brickfolios');
  const [open, setOpen] = useState<{ brickfolio: Brickfolio | null } | null>(null);
  const [change, setChange] = useState<Change | null>(null);
  const done = (made: Change): void => {
    setOpen(null);
    setChange(made);
    void loaded.reload();
  };
  const close = (): void => {
    setOpen(null);
    void loaded.reload();
  };
  return (
    <Page
      title="Brickfolios"
      lead="Parts of your collection. New holdings go into the default one; an empty one can be deleted."
      action={
        <button type="button" class="button primary" onClick={() => setOpen({ brickfolio: null })}>
          Create a brickfolio
        </button>
      }
    >
      <UndoNotice change={change} onUndone={done} />
      {loaded.data === null ? (
        <Pending loaded={loaded} rows={3} />
      ) : (
        <ul class="rows">
          {loaded.data.brickfolios.map((brickfolio) => (
            <Row
              key={`${brickfolio.id} ${brickfolio.version}`}
              brickfolio={brickfolio}
              onRename={() => setOpen({ brickfolio })}
              onDone={done}
            />
          ))}
        </ul>
      )}
      {open && <NameDialog brickfolio={open.brickfolio} onDone={done} onClose={close} />}
    </Page>
  );
}
