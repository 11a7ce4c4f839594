import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { UndoNotice } from '../collection.tsx';
import type {
  BrickfolioList,
  Change,
  Holding,
  HoldingFilters,
  HoldingsPage as Listed,
  SummedHoldings,
} from '../contract.ts';
import { count, counted, dayText, money, platformText, signedMoney, signedPercent, toneOf } from '../format.ts';
import { Failure, Field, SelectField, useAction } from '../forms.tsx';
import { PencilIcon } from '../icons.tsx';
import { lateDialogs } from '../late-dialog.tsx';
import { Page, Pager, Pending, queryOf, SetLink, useListAddress, useLoaded } from '../page.tsx';
import { request } from '../session.ts';
import type { SeveralKind } from './several-dialogs.tsx';

const dialog = lateDialogs(() => import('./collection-dialogs.ts'));
const AddHolding = dialog((all) => all.AddHolding);
const ChangeHolding = dialog((all) => all.ChangeHolding);
const SellHolding = dialog((all) => all.SellHolding);
const SeveralDialog = dialog((all) => all.SeveralDialog);
const RecentChanges = dialog((all) => all.RecentChanges);

const LIMIT = 50;
/** Maxima of the server per edit and per list. */
const [MAX_CHOSEN, MAX_LISTED] = [1_000, 250];
const COLUMNS = [
  ['set_number', 'Set'],
  ['quantity', 'Copies'],
  ['purchase_date', 'Bought'],
  ['cost', 'Cost'],
  ['value', 'Value'],
  ['gain', 'Gain'],
  ['percent', '%'],
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
const SORTS = COLUMNS.flatMap(([sort, text]) => {
  const name = sort === 'percent' ? 'Gain in percent' : text;
  return [[`${sort} asc`, `${name}, ascending`] as const, [`${sort} desc`, `${name}, descending`] as const];
});

const FILTERS = { brickfolioId: '', theme: '', condition: '', status: 'unsold', q: '' };
const USUAL = { ...FILTERS, sort: 'set_number', direction: 'asc', offset: '0' };
type Shown = typeof USUAL;

function TableHead({ shown, onSort, all }: { shown: Shown; onSort: (sort: string) => void; all: JSX.Element }) {
  return (
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" scope="col" class="choose">
          {all}
        </th>
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
                {text === '%' ? (
                  <>
                    <span class="visually-hidden">Gain in percent</span>
                    <span aria-hidden="true">%</span>
                  </>
                ) : (
                  text
                )}
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

interface RowProps {
  readonly holding: Holding;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
  readonly onChange: () => void;
}

function whereabouts({ status, sold, brickfolio }: Holding): string {
  if (sold !== null) return `sold ${dayText(sold.saleDay)} on ${platformText(sold.platform)}`;
  return status === 'owned' ? brickfolio : `${brickfolio}, ${status}`;
}

function Row({ holding, isChosen, onChoose, onChange }: RowProps): JSX.Element {
  const name = `${holding.quantity} × ${holding.setNumber}, ${holding.condition}`;
  const isSold = !holding.countsInTotals;
  const isUnknown = isSold ? holding.valueCents === null : holding.unitValueCents === null;
  return (
    <tr role="row">
      <td role="cell" class="choose">
        <label>
          <input type="checkbox" checked={isChosen} onChange={(event) => onChoose(event.currentTarget.checked)} />
          <span class="visually-hidden">Choose {name}</span>
        </label>
      </td>
      <td role="cell" class="holding-set">
        <SetLink number={holding.setNumber} title={holding.title} />
        <small>
          <span class="on-phone">{count(holding.quantity)} × </span>
          {holding.condition}, {whereabouts(holding)}
          {[holding.storedAt, holding.notes].map((text) => text && <span class="note"> · {text}</span>)}
        </small>
      </td>
      <td role="cell" class="number off-phone">
        {count(holding.quantity)}
      </td>
      <td role="cell" class="number off-phone">
        {dayText(holding.purchaseDay)}
      </td>
      <td role="cell" class="number off-phone">
        {money(holding.costCents)}
      </td>
      <td role="cell" class="number holding-value">
        {isUnknown ? 'unknown' : money(holding.valueCents)}
        {isSold && !isUnknown && <small class="off-phone"> after fees</small>}
      </td>
      <td role="cell" class={`number off-phone ${toneOf(holding.gainCents)}`}>
        {signedMoney(holding.gainCents)}
      </td>
      <td role="cell" class={`number holding-gain ${toneOf(holding.gainPct)}`}>
        {holding.gainPct === null ? (
          <span class="quiet" title="unknown">
            –<span class="visually-hidden">unknown</span>
          </span>
        ) : (
          signedPercent(holding.gainPct)
        )}
      </td>
      <td role="cell" class="holding-action">
        <button type="button" class="icon-button" title="Change" onClick={onChange}>
          <PencilIcon />
          <span class="visually-hidden">Change {name}</span>
        </button>
      </td>
    </tr>
  );
}

/** Over all pages. */
function Totals({ totals }: { totals: SummedHoldings }): JSX.Element {
  const { unsold, soldCopies, soldNetCents, soldGainCents, soldGainPct } = totals;
  const isGainKnown = unsold.itemCount > unsold.unknownCost.itemCount;
  return (
    <dl class="holding-totals">
      {(unsold.itemCount > 0 || soldCopies === 0) && (
        <>
          <div>
            <dt>Copies</dt>
            <dd>{count(unsold.itemCount)}</dd>
          </div>
          <div>
            <dt>Cost</dt>
            <dd>{money(unsold.costCents)}</dd>
          </div>
          <div>
            <dt>Value</dt>
            <dd>{money(unsold.valueCents)}</dd>
          </div>
          <div>
            <dt>Gain</dt>
            <dd class={isGainKnown ? toneOf(unsold.gainCents) : ''}>
              {isGainKnown ? `${signedMoney(unsold.gainCents)} (${signedPercent(unsold.gainPct)})` : 'unknown'}
            </dd>
          </div>
        </>
      )}
      {soldCopies > 0 && (
        <>
          <div>
            <dt>Sold copies</dt>
            <dd>{count(soldCopies)}</dd>
          </div>
          <div>
            <dt>Fetched after fees</dt>
            <dd>{soldGainCents === null && soldNetCents === 0 ? 'unknown' : money(soldNetCents)}</dd>
          </div>
          <div>
            <dt>Gain of sold copies</dt>
            <dd class={toneOf(soldGainCents)}>
              {soldGainCents === null ? 'unknown' : `${signedMoney(soldGainCents)} (${signedPercent(soldGainPct)})`}
            </dd>
          </div>
        </>
      )}
    </dl>
  );
}

interface ChosenProps {
  readonly chosen: readonly Holding[];
  readonly total: number;
  readonly onAll: () => Promise<void>;
  readonly onOpen: (kind: SeveralKind) => void;
  readonly onClear: () => void;
}

/** Sticky while holdings are chosen. */
function ChosenBar({ chosen, total, onAll, onOpen, onClear }: ChosenProps): JSX.Element {
  const all = useAction(onAll);
  const most = Math.min(total, MAX_CHOSEN);
  return (
    <div class="chosen-bar" role="region" aria-label="Chosen holdings">
      <p role="status">{counted(chosen.length, 'holding')} chosen</p>
      <div class="buttons">
        {chosen.length < most && (
          <button type="button" class="button small" aria-disabled={all.busy} onClick={all.run}>
            Choose {most < total ? `the first ${count(most)}` : `all ${count(total)}`}
          </button>
        )}
        <button type="button" class="button small" onClick={() => onOpen('edit')}>
          Edit
        </button>
        <button type="button" class="button small" onClick={() => onOpen('move')}>
          Move
        </button>
        <button type="button" class="button small" onClick={() => onOpen('sell')}>
          Mark sold
        </button>
        <button type="button" class="button small danger-text" onClick={() => onOpen('delete')}>
          Delete
        </button>
        <button type="button" class="button small" onClick={onClear}>
          Clear
        </button>
      </div>
      <Failure error={all.error} />
    </div>
  );
}

/** Chosen holdings over all pages, as last seen. */
function useChosen(listed: readonly Holding[] | undefined) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, Holding>>(new Map());
  useEffect(() => {
    const seen = listed?.filter(({ id }) => chosen.has(id)) ?? [];
    if (seen.length > 0) setChosen(new Map([...chosen, ...seen.map((holding) => [holding.id, holding] as const)]));
  }, [listed]);
  const choose = (holdings: readonly Holding[], isChosen: boolean): void => {
    const next = new Map(chosen);
    for (const holding of holdings)
      if (isChosen) next.set(holding.id, holding);
      else next.delete(holding.id);
    setChosen(next);
  };
  return { chosen, choose, clear: () => setChosen(new Map()) };
}

type Open =
  | { kind: 'add' | 'recent' }
  | { kind: 'change' | 'sell'; holding: Holding }
  | { kind: 'several'; then: SeveralKind }
  | null;

export default function HoldingsPage(): JSX.Element {
  const { query } = useLocation();
  const [shown, showAs] = useListAddress(USUAL);
  const list = useRef<HTMLDivElement>(null);
  const { sort, direction, offset: _offset, ...filters } = shown;
  const loaded = useLoaded<Listed>(`/holdings?${queryOf({ limit: LIMIT, ...shown })}`);
  const totals = useLoaded<SummedHoldings>(`/holdings/totals?${queryOf(filters)}`);
  const folios = useLoaded<BrickfolioList>('/brickfolios');
  const choices = useLoaded<HoldingFilters>('/holdings/filters');
  const [open, setOpen] = useState<Open>('add' in query ? { kind: 'add' } : null);
  const [change, setChange] = useState<Change | null>(null);
  const { data } = loaded;
  const { chosen, choose, clear } = useChosen(data?.holdings);
  const brickfolios = folios.data?.brickfolios ?? [];
  const show = (facts: Partial<Shown>, isTyped = false): void => showAs({ offset: '0', ...facts }, isTyped);
  const reload = (): void => void Promise.all([loaded.reload(), totals.reload(), folios.reload(), choices.reload()]);
  const close = (): void => {
    setOpen(null);
    reload();
  };
  const done = (made: Change): void => {
    setChange(made);
    close();
  };
  const sortBy = (by: string): void =>
    show({ sort: by, direction: sort === by && direction === 'asc' ? 'desc' : 'asc' });
  const turn = (to: number): void => {
    showAs({ offset: String(to) });
    list.current?.scrollIntoView({ block: 'start' });
  };
  const chooseAll = async (): Promise<void> => {
    const found: Holding[] = [];
    for (let at = 0; at < Math.min(data!.total, MAX_CHOSEN); at += MAX_LISTED) {
      const part = { ...filters, sort, direction, limit: MAX_LISTED, offset: at };
      found.push(...(await request<Listed>('GET', `/holdings?${queryOf(part)}`)).holdings);
    }
    choose(found.slice(0, MAX_CHOSEN), true);
  };
  const isPageChosen = data !== null && data.holdings.length > 0 && data.holdings.every(({ id }) => chosen.has(id));
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
        <div onInput={(event) => show({ q: (event.target as HTMLInputElement).value }, true)}>
          <Field label="Number or name" name="q" maxLength={100} autocomplete="off" defaultValue={shown.q} />
        </div>
        <SelectField
          label="Brickfolio"
          name="brickfolioId"
          options={[['', 'All'], ...brickfolios.map(({ id, name }) => [String(id), name] as const)]}
          value={shown.brickfolioId}
          onChange={(brickfolioId) => show({ brickfolioId })}
        />
        <SelectField
          label="Theme"
          name="theme"
          options={[['', 'All'], ...(choices.data?.themes ?? []).map((theme) => [theme, theme] as const)]}
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
        <div class="on-phone">
          <SelectField
            label="Order"
            name="order"
            options={SORTS}
            value={`${sort} ${direction}`}
            onChange={(order) => show({ sort: order.split(' ')[0]!, direction: order.split(' ')[1]! })}
          />
        </div>
      </div>
      {data === null || totals.data === null ? (
        <Pending loaded={loaded.error === null ? totals : loaded} rows={8} />
      ) : (
        <div ref={list}>
          <Totals totals={totals.data} />
          {data.holdings.length > 0 && (
            <div class="holding-list">
              <table role="table" class="holding-rows">
                <caption class="visually-hidden">Holdings</caption>
                <TableHead
                  shown={shown}
                  onSort={sortBy}
                  all={
                    <label>
                      <input
                        type="checkbox"
                        checked={isPageChosen}
                        onChange={(event) => choose(data.holdings, event.currentTarget.checked)}
                      />
                      <span class="visually-hidden">Choose all on this page</span>
                    </label>
                  }
                />
                <tbody role="rowgroup">
                  {data.holdings.map((holding) => (
                    <Row
                      key={holding.id}
                      holding={holding}
                      isChosen={chosen.has(holding.id)}
                      onChoose={(isChosen) => choose([holding], isChosen)}
                      onChange={() => setOpen({ kind: 'change', holding })}
                    />
                  ))}
                </tbody>
              </table>
            </div>
          )}
          {data.total === 0 && <p class="quiet">No holdings match. Change the filters, or add one.</p>}
          <Pager {...data} onMove={turn} />
          {chosen.size > 0 && (
            <ChosenBar
              chosen={[...chosen.values()]}
              total={data.total}
              onAll={chooseAll}
              onOpen={(then) => setOpen({ kind: 'several', then })}
              onClear={clear}
            />
          )}
        </div>
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
      {open?.kind === 'several' && (
        <SeveralDialog
          kind={open.then}
          holdings={[...chosen.values()]}
          brickfolios={brickfolios}
          onDone={(made) => {
            clear();
            done(made);
          }}
          onClose={close}
        />
      )}
    </Page>
  );
}
