import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import {
  amountIn,
  changedIn,
  type EditProps,
  ElsewhereNotice,
  Figure,
  SaleFields,
  saleTermsIn,
  UndoNotice,
  useEdit,
  wholeIn,
} from '../collection.tsx';
import type { Change, LedgerPage as Listed, LedgerTotals, Sale, SalesGroup, SetCard } from '../contract.ts';
import { Dialog, FormActions } from '../dialog.tsx';
import {
  count,
  counted,
  dayText,
  money,
  monthText,
  platformText,
  signedMoney,
  signedPercent,
  toneOf,
  typedCents,
} from '../format.ts';
import { Failure, Field, SelectField, useSubmit } from '../forms.tsx';
import { Page, Pager, Pending, queryOf, Section, SetLink, useListAddress, useLoaded } from '../page.tsx';
import { SetSearch } from '../set-search.tsx';
import { Table } from '../table.tsx';

const LIMIT = 50;
const USUAL = { q: '', platform: '', year: '', sort: 'sale_date', direction: 'desc', offset: '0' };
const ORDERS = [
  ['sale_date desc', 'Newest first'],
  ['sale_date asc', 'Oldest first'],
  ['profit desc', 'Largest gain first'],
  ['profit asc', 'Largest loss first'],
  ['roi desc', 'Highest percent first'],
  ['roi asc', 'Lowest percent first'],
  ['net desc', 'Largest proceeds first'],
  ['set_number asc', 'By set number'],
  ['platform asc', 'By platform'],
] as const;
interface SaleDialogProps extends EditProps {
  /** Null to add one. */
  readonly sale: Sale | null;
}

/** Records a sale that took no copies of the collection, or corrects one that is recorded. */
function SaleDialog({ sale, onDone, onClose }: SaleDialogProps): JSX.Element {
  const [set, setSet] = useState<SetCard | null>(null);
  const { current, edit } = useEdit(sale, onDone);
  const hasLots = sale !== null && sale.lotCount > 0;
  const form = useSubmit(async (data) => {
    const facts = {
      ...saleTermsIn(data),
      ...(!hasLots && {
        quantity: wholeIn(data, 'quantity'),
        costBasisCents: amountIn(data, 'costBasisCents', null),
      }),
      notes: data['notes']?.trim() || null,
    };
    if (sale === null) await edit('/ledger', { setNumber: set!.setNumber, ...facts });
    else await edit(`/ledger/${sale.id}`, changedIn(facts, sale));
  });
  const title = sale === null ? 'Record a sale' : `Sale of ${sale.quantity} × ${sale.setNumber}`;
  return (
    <Dialog title={title} class="wide-dialog" onClose={onClose}>
      {current && (
        <ElsewhereNotice>
          Now: {money(current.grossCents)} on {platformText(current.platform)}, {dayText(current.saleDay)}.
        </ElsewhereNotice>
      )}
      {sale === null && set === null ? (
        <>
          <p class="hint">
            For copies in your collection use “Mark sold” at the holding: then the cost follows from them.
          </p>
          <SetSearch label="Set" onPick={setSet} autofocus />
        </>
      ) : (
        <form class="stack" noValidate onSubmit={form.onSubmit}>
          {set && (
            <p class="break">
              <b>{set.setNumber}</b> {set.title}
            </p>
          )}
          <SaleFields sale={sale} error={form.error} autofocus={hasLots}>
            {!hasLots && (
              <Field
                label="Copies"
                name="quantity"
                required
                missing="How many copies?"
                inputMode="numeric"
                defaultValue={String(sale?.quantity ?? 1)}
                error={form.error}
                autofocus
              />
            )}
          </SaleFields>
          {hasLots ? (
            <p class="hint">
              Cost {money(sale.costBasisCents)}, from {counted(sale.lotCount, 'lot')}. It follows from the copies.
            </p>
          ) : (
            <Field
              label="What the copies had cost, $"
              hint="Empty if you do not know it."
              name="costBasisCents"
              inputMode="decimal"
              defaultValue={typedCents(sale?.costBasisCents ?? null)}
              error={form.error}
            />
          )}
          <Field label="Notes" name="notes" maxLength={2000} defaultValue={sale?.notes ?? ''} error={form.error} />
          <Failure error={form.error} />
          <FormActions busy={form.busy} text={sale === null ? 'Record' : 'Save'} onClose={onClose} />
        </form>
      )}
    </Dialog>
  );
}

interface GroupsProps {
  readonly name: string;
  readonly groups: readonly SalesGroup[];
  readonly nameOf?: (group: SalesGroup) => string;
}

function Groups({ name, groups, nameOf = (group) => group.name }: GroupsProps): JSX.Element {
  return (
    <Table
      label={`Totals by ${name}`}
      class="chart-table"
      heads={[name, 'Sales', 'Net', 'Gain']}
      numbers={['Sales', 'Net', 'Gain']}
    >
      {groups.map((group) => (
        <tr key={group.name}>
          <th scope="row">{nameOf(group)}</th>
          <td class="number">{count(group.sales)}</td>
          <td class="number">{money(group.netCents)}</td>
          <td class={`number ${toneOf(group.profitCents)}`}>{signedMoney(group.profitCents)}</td>
        </tr>
      ))}
    </Table>
  );
}

function SaleRow({ sale, onEdit }: { sale: Sale; onEdit: () => void }): JSX.Element {
  return (
    <li>
      <div>
        <p class="break">
          <SetLink number={sale.setNumber} title={sale.title} />
        </p>
        <p class="quiet">
          {dayText(sale.saleDay)}, {counted(sale.quantity, 'copy', 'copies')} on {platformText(sale.platform)},{' '}
          <span class="whole">net {money(sale.netCents)}</span>
        </p>
      </div>
      <div class="sale-result">
        <b class={toneOf(sale.profitCents)}>{signedMoney(sale.profitCents)}</b>
        <small class="quiet">{sale.roiPct === null ? 'cost unknown' : signedPercent(sale.roiPct)}</small>
      </div>
      <button type="button" class="button small" onClick={onEdit}>
        Edit
        <span class="visually-hidden">
          {' '}
          the sale of {sale.setNumber} on {dayText(sale.saleDay)}
        </span>
      </button>
    </li>
  );
}

export default function LedgerPage(): JSX.Element {
  const [shown, showAs] = useListAddress(USUAL);
  const loaded = useLoaded<Listed>(`/ledger?${queryOf({ limit: LIMIT, ...shown })}`);
  const totals = useLoaded<LedgerTotals>('/ledger/totals');
  const [open, setOpen] = useState<{ sale: Sale | null } | null>(null);
  const [change, setChange] = useState<Change | null>(null);
  const close = (): void => {
    setOpen(null);
    void Promise.all([loaded.reload(), totals.reload()]);
  };
  const done = (made: Change): void => {
    setChange(made);
    close();
  };
  const show = (facts: Partial<typeof USUAL>, isTyped = false): void => showAs({ offset: '0', ...facts }, isTyped);
  const all = totals.data?.all;
  return (
    <Page
      title="Sales"
      lead="What you sold, what it had cost and what you made."
      action={
        <button type="button" class="button primary" onClick={() => setOpen({ sale: null })}>
          Record a sale
        </button>
      }
    >
      <UndoNotice change={change} onUndone={done} />
      {loaded.data === null || totals.data === null || all === undefined ? (
        <Pending loaded={loaded.error ? loaded : totals} rows={6} />
      ) : (
        <>
          <h2 class="visually-hidden">Totals</h2>
          <div class="figures">
            <Figure
              label="Net proceeds"
              value={money(all.netCents)}
              note={`${counted(all.sales, 'sale')}, ${money(all.feesCents)} of fees and shipping`}
              path="/salesledger"
              field="sales[].net_proceeds_usd, added up"
            />
            <Figure
              label="Realized gain"
              value={signedMoney(all.profitCents)}
              note={all.salesOfUnknownCost > 0 && `Without ${counted(all.salesOfUnknownCost, 'sale')} of unknown cost.`}
              path="/salesledger"
              field="sales[].profit_loss_usd, added up"
            />
          </div>
          <Section title="All sales">
            {all.sales > 0 && (
              <div class="holding-filters" role="search" aria-label="Sales">
                <div onInput={(event) => show({ q: (event.target as HTMLInputElement).value }, true)}>
                  <Field label="Number or name" name="q" maxLength={100} autocomplete="off" defaultValue={shown.q} />
                </div>
                <SelectField
                  label="Platform"
                  name="platform"
                  options={[
                    ['', 'All'],
                    ...totals.data.platforms.map(({ name }) => [name, platformText(name)] as const),
                  ]}
                  value={shown.platform}
                  onChange={(platform) => show({ platform })}
                />
                <SelectField
                  label="Year"
                  name="year"
                  options={[['', 'All'], ...totals.data.years.map((year) => [`${year}`, `${year}`] as const)]}
                  value={shown.year}
                  onChange={(year) => show({ year })}
                />
                <SelectField
                  label="Order"
                  name="order"
                  options={ORDERS}
                  value={`${shown.sort} ${shown.direction}`}
                  onChange={(order) => show({ sort: order.split(' ')[0]!, direction: order.split(' ')[1]! })}
                />
              </div>
            )}
            {all.sales > 0 && loaded.data.total === 0 ? (
              <p class="quiet">No sales match. Change the filters.</p>
            ) : all.sales === 0 ? (
              <p class="quiet">No sale yet. Mark a holding as sold, or record one here.</p>
            ) : (
              <ul class="rows sales">
                {loaded.data.sales.map((sale) => (
                  <SaleRow key={sale.id} sale={sale} onEdit={() => setOpen({ sale })} />
                ))}
              </ul>
            )}
            <Pager {...loaded.data} onMove={(offset) => showAs({ offset: String(offset) })} />
          </Section>
          {all.sales > 0 && (
            <>
              <Section title="By month">
                <Groups name="Month" groups={totals.data.months} nameOf={({ name }) => monthText(name)} />
              </Section>
              <Section title="By platform">
                <Groups name="Platform" groups={totals.data.platforms} nameOf={({ name }) => platformText(name)} />
              </Section>
            </>
          )}
        </>
      )}
      {open && <SaleDialog sale={open.sale} onDone={done} onClose={close} />}
    </Page>
  );
}
