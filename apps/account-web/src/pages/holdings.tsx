import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Pager, RecentChanges, SetLink, UndoNotice } from '../collection.tsx';
import type { BrickfolioList, Change, Holding, HoldingFilters, HoldingsPage as Listed } from '../contract.ts';
import { count, money, signedMoney, signedPercent, toneOf } from '../format.ts';
import { Field, SelectField } from '../forms.tsx';
import { Page, Pending, useLoaded } from '../page.tsx';
import { AddHolding, ChangeHolding } from './holding-dialogs.tsx';
import { SellHolding } from './sell-dialog.tsx';

const LIMIT = 50;
const COLUMNS = [
  ['set_number', 'Set'],
  ['quantity', 'Copies'],
  ['purchase_date', 'Bought'],
  ['cost', 'Cost'],
  ['value', 'Value'],
  ['gain', 'Gain'],
] as const;
const STATUSES = [
  ['unsold', 'Not sold'],
  ['', 'All'],
  ['owned', 'Owned'],
  ['listed', 'Listed for sale'],
  ['sold', 'Sold'],
] as const;
const CONDITIONS = [
  ['', 'All'],
  ['sealed', 'Sealed'],
  ['used', 'Used'],
] as const;

interface Shown {
  readonly brickfolio_id: string;
  readonly theme: string;
  readonly condition: string;
  readonly status: string;
  readonly q: string;
  readonly sort: string;
  readonly direction: 'asc' | 'desc';
  readonly offset: number;
}

function pathOf(shown: Shown): string {
  const query = new URLSearchParams({ limit: String(LIMIT) });
  for (const [name, value] of Object.entries(shown)) if (value !== '') query.set(name, String(value));
  return `/holdings?${query.toString()}`;
}

interface HeadProps {
  readonly shown: Shown;
  readonly onSort: (sort: string) => void;
}

function TableHead({ shown, onSort }: HeadProps): JSX.Element {
  return (
    <thead role="rowgroup">
      <tr role="row">
        {COLUMNS.map(([sort, text]) => {
          const isSorted = shown.sort === sort;
          const order = shown.direction === 'asc' ? 'ascending' : 'descending';
          return (
            <th
              key={sort}
              role="columnheader"
              scope="col"
              class={sort === 'set_number' ? '' : 'number'}
              aria-sort={isSorted ? order : 'none'}
            >
              <button type="button" class="sort" onClick={() => onSort(sort)}>
                {text}
                <span aria-hidden="true">{isSorted ? (shown.direction === 'asc' ? ' ↑' : ' ↓') : ''}</span>
              </button>
            </th>
          );
        })}
        <th role="columnheader" scope="col">
          <span class="visually-hidden">Change</span>
        </th>
      </tr>
    </thead>
  );
}

function Row({ holding, onChange }: { holding: Holding; onChange: () => void }): JSX.Element {
  return (
    <tr role="row">
      <td role="cell" class="lot-set">
        <SetLink number={holding.set_number} title={holding.title} />
        <small>
          {holding.theme}, {holding.condition} {holding.status !== 'owned' && <span class="tag">{holding.status}</span>}
        </small>
      </td>
      <td role="cell" class="number" data-label="Copies">
        {count(holding.quantity)}
      </td>
      <td role="cell" class="number" data-label="Bought">
        {holding.purchase_date ?? 'unknown'}
      </td>
      <td role="cell" class="number" data-label="Cost">
        {money(holding.cost_cents)}
      </td>
      <td role="cell" class="number" data-label="Value">
        {holding.unit_value_cents === null ? 'unknown' : money(holding.value_cents)}
      </td>
      <td role="cell" class="number" data-label="Gain">
        {holding.gain_pct === null ? (
          'unknown'
        ) : (
          <>
            <span class={toneOf(holding.gain_pct)}>{signedMoney(holding.gain_cents)}</span>{' '}
            <small>{signedPercent(holding.gain_pct)}</small>
          </>
        )}
      </td>
      <td role="cell" class="lot-action">
        <button type="button" class="button small" onClick={onChange}>
          Change
          <span class="visually-hidden">
            {' '}
            {holding.quantity} × {holding.set_number}, {holding.condition}
          </span>
        </button>
      </td>
    </tr>
  );
}

type Open = { kind: 'add' | 'recent' } | { kind: 'change' | 'sell'; holding: Holding } | null;

export default function HoldingsPage(): JSX.Element {
  const { query } = useLocation();
  const [shown, setShown] = useState<Shown>({
    brickfolio_id: query['brickfolio_id'] ?? '',
    theme: '',
    condition: '',
    status: 'unsold',
    q: query['q'] ?? '',
    sort: 'set_number',
    direction: 'asc',
    offset: 0,
  });
  const loaded = useLoaded<Listed>(pathOf(shown));
  const folios = useLoaded<BrickfolioList>('/brickfolios');
  const filters = useLoaded<HoldingFilters>('/holdings/filters');
  const [open, setOpen] = useState<Open>('add' in query ? { kind: 'add' } : null);
  const [change, setChange] = useState<Change | null>(null);
  const { data } = loaded;
  const brickfolios = folios.data?.brickfolios ?? [];
  const show = (facts: Partial<Shown>): void => setShown({ ...shown, offset: 0, ...facts });
  const reload = (): void => void Promise.all([loaded.reload(), folios.reload(), filters.reload()]);
  const close = (): void => {
    setOpen(null);
    reload();
  };
  const done = (made: Change): void => {
    setChange(made);
    close();
  };
  const sort = (by: string): void =>
    show({ sort: by, direction: shown.sort === by && shown.direction === 'asc' ? 'desc' : 'asc' });
  return (
    <Page
      title="Holdings"
      lead={<>One row per purchase.</>}
      action={
        <div class="buttons">
          <button type="button" class="button" onClick={() => setOpen({ kind: 'recent' })}>
            Recent changes
          </button>
          <button type="button" class="button primary" onClick={() => setOpen({ kind: 'add' })}>
            Add a holding
          </button>
        </div>
      }
    >
      <UndoNotice change={change} onUndone={done} />
      <div class="holding-filters" role="search" aria-label="Holdings">
        <div onInput={(event) => show({ q: (event.target as HTMLInputElement).value })}>
          <Field label="Number or name" name="q" maxLength={100} autocomplete="off" defaultValue={shown.q} />
        </div>
        <SelectField
          label="Brickfolio"
          name="brickfolio_id"
          options={[['', 'All'], ...brickfolios.map(({ id, name }) => [String(id), name] as const)]}
          value={shown.brickfolio_id}
          onChange={(brickfolio_id) => show({ brickfolio_id })}
        />
        <SelectField
          label="Theme"
          name="theme"
          options={[['', 'All'], ...(filters.data?.themes ?? []).map((theme) => [theme, theme] as const)]}
          value={shown.theme}
          onChange={(theme) => show({ theme })}
        />
        <SelectField
          label="Condition"
          name="condition"
          options={CONDITIONS}
          value={shown.condition}
          onChange={(condition) => show({ condition })}
        />
        <SelectField
          label="Status"
          name="status"
          options={STATUSES}
          value={shown.status}
          onChange={(status) => show({ status })}
        />
      </div>
      {data === null ? (
        <Pending loaded={loaded} rows={8} />
      ) : (
        <>
          {data.holdings.length > 0 && (
            <table role="table" class="lots">
              <caption class="visually-hidden">Holdings</caption>
              <TableHead shown={shown} onSort={sort} />
              <tbody role="rowgroup">
                {data.holdings.map((holding) => (
                  <Row key={holding.id} holding={holding} onChange={() => setOpen({ kind: 'change', holding })} />
                ))}
              </tbody>
            </table>
          )}
          {data.total === 0 && <p class="quiet">No holdings match. Change the filters, or add one.</p>}
          <Pager {...data} onMove={(offset) => setShown({ ...shown, offset })} />
        </>
      )}
      {open?.kind === 'add' && <AddHolding brickfolios={brickfolios} onDone={done} onClose={close} />}
      {open?.kind === 'recent' && (
        <RecentChanges
          onClose={close}
          onUndone={(undone) => {
            setChange(undone);
            reload();
          }}
        />
      )}
      {open?.kind === 'change' && (
        <ChangeHolding
          holding={open.holding}
          brickfolios={brickfolios}
          onSell={() => setOpen({ kind: 'sell', holding: open.holding })}
          onDone={done}
          onClose={close}
        />
      )}
      {open?.kind === 'sell' && <SellHolding holding={open.holding} onDone={done} onClose={close} />}
    </Page>
  );
}
