import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ApiError } from '../api.ts';
import type { Import, ImportRow, ImportRows, SetCard } from '../contract.ts';
import { Dialog, FormActions } from '../dialog.tsx';
import { count, counted, dayText, usd } from '../format.ts';
import { asApiError, Failure, Field, SelectField, useSubmit } from '../forms.tsx';
import { Pager, Pending, Sentence, SetLink, useLoaded } from '../page.tsx';
import { request } from '../session.ts';
import { SetSearch } from '../set-search.tsx';

const PAGE = 50;
export const COLUMN_NAMES: Readonly<Record<string, string>> = {
  set_number: 'Set number',
  quantity: 'Copies',
  condition: 'Condition',
  purchase_price_usd: 'Price of one copy, USD',
  purchase_date: 'Bought on',
  status: 'Status',
  brickfolio: 'Brickfolio',
  notes: 'Notes',
  shipping_paid_usd: 'Included shipping, USD',
  tax_paid_usd: 'Included tax, USD',
  bought_from: 'Bought from',
  stored_at: 'Kept at',
  title: 'Name of the set',
  platform: 'Platform',
  sale_date: 'Sold on',
  gross_proceeds_usd: 'Proceeds, USD',
  platform_fees_usd: 'Platform fees, USD',
  payment_fees_usd: 'Payment fees, USD',
  shipping_cost_usd: 'Shipping, USD',
  cost_basis_usd: 'What the copies had cost, USD',
};
const CHOICES: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  condition: [
    ['sealed', 'Sealed'],
    ['used', 'Used'],
  ],
  status: [
    ['owned', 'Owned'],
    ['listed', 'Listed for sale'],
    ['sold', 'Sold'],
  ],
};
const DEFAULTS: Readonly<Record<string, string>> = { quantity: '1', condition: 'sealed', status: 'owned' };

/** Without the unit, before an amount with its sign. */
const nameOf = (column: string): string => (COLUMN_NAMES[column] ?? column).replace(', USD', '');

type CellsOf = Readonly<Record<string, string>>;

/** Formats amounts and days of the own format; other cells stay unchanged. */
function written(name: string, cell: string | undefined): string {
  if (!cell) return 'none';
  if (name.endsWith('_usd') && /^\d+(\.\d+)?$/.test(cell)) return usd(Number(cell) * 100);
  return name.endsWith('_date') && !Number.isNaN(Date.parse(cell)) ? dayText(cell) : cell;
}

function details(cells: CellsOf): string {
  const { set_number: _number, notes = '', ...rest } = cells;
  return [...Object.entries(rest), ['notes', notes] as const]
    .flatMap(([name, cell]) => (cell === '' ? [] : [written(name, cell)]))
    .join(' · ');
}

function differences(cells: CellsOf, stored: CellsOf): string {
  return Object.keys(cells)
    .filter((name) => name !== 'brickfolio' && cells[name] !== stored[name])
    .map((name) => `${nameOf(name)}: ${written(name, stored[name])} → ${written(name, cells[name])}`)
    .join(', ');
}

function before({ copies, fileNames: files }: NonNullable<ImportRow['copiesBefore']>): string {
  const from = files.length === 0 ? '' : `, from ${files.join(', ')}`;
  return `You have ${counted(copies, 'copy', 'copies')} of this already${from}.`;
}

interface RowProps {
  readonly found: Import;
  readonly row: ImportRow;
  readonly onDone: () => Promise<void>;
}

function CellField({ name, value, error }: { name: string; value: string; error: ApiError | null }): JSX.Element {
  const label = COLUMN_NAMES[name] ?? name;
  const choices = CHOICES[name];
  if (choices?.some(([choice]) => choice === value))
    return <SelectField label={label} name={name} options={choices} value={value} />;
  const type = name.endsWith('_date') ? 'date' : 'text';
  return <Field label={label} name={name} type={type} maxLength={2000} defaultValue={value} error={error} />;
}

function Correction({ found, row, onDone, onClose }: RowProps & { onClose: () => void }): JSX.Element {
  const [number, setNumber] = useState(row.cells?.['set_number'] ?? '');
  const submit = useSubmit(async (data) => {
    await request('POST', `/imports/${found.id}/rows/${row.position}/correction`, { cells: data });
    await onDone();
    onClose();
  });
  return (
    <Dialog title={`Correct line ${row.line}`} class="wide-dialog" onClose={onClose}>
      {row.reason !== null && <p class="why">{row.reason}</p>}
      <pre class="terminal">
        <code>{row.text}</code>
      </pre>
      <SetSearch label="Find the set" onPick={(set: SetCard) => setNumber(set.setNumber)} />
      <form class="stack" noValidate onSubmit={submit.onSubmit}>
        <div class="cells">
          {found.columns.map((name) =>
            name === 'set_number' ? (
              <Field
                key={`${name} ${number}`}
                label={COLUMN_NAMES[name]}
                name={name}
                defaultValue={number}
                required
                missing="Which set is it?"
                error={submit.error}
              />
            ) : (
              <CellField
                key={name}
                name={name}
                value={row.cells?.[name] ?? DEFAULTS[name] ?? ''}
                error={submit.error}
              />
            ),
          )}
        </div>
        <Failure error={submit.error} />
        <FormActions busy={submit.busy} text="Correct the row" onClose={onClose} />
      </form>
    </Dialog>
  );
}

function RowActions({ found, row, onDone }: RowProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const choose = async (path: string, body: object): Promise<void> => {
    try {
      await request('POST', `/imports/${found.id}/rows/${row.position}/${path}`, body);
      await onDone();
    } catch (failure) {
      setError(asApiError(failure));
    }
  };
  const of = <span class="visually-hidden"> line {row.line}</span>;
  return (
    <div class="row-actions">
      {row.state === 'rejected' &&
        row.cells !== null &&
        row.nearest.map(({ setNumber: number, title }) => (
          <button
            key={number}
            type="button"
            class="button small"
            onClick={() => void choose('correction', { cells: { ...row.cells, set_number: number } })}
          >
            Use {number} {title}
            <span class="visually-hidden">, for line {row.line}</span>
          </button>
        ))}
      <button type="button" class="button small" onClick={() => setOpen(true)}>
        Correct{of}
      </button>
      {row.stored !== null && (
        <button type="button" class="button small" onClick={() => void choose('action', { action: 'add' })}>
          Add as another{of}
        </button>
      )}
      {found.state === 'ready' && (
        <button
          type="button"
          class="button small"
          onClick={() => void choose('action', { action: row.state === 'left' ? 'take' : 'leave' })}
        >
          {row.state === 'left' ? 'Take' : 'Leave out'}
          {of}
        </button>
      )}
      <Failure error={error} />
      {isOpen && <Correction found={found} row={row} onDone={onDone} onClose={() => setOpen(false)} />}
    </div>
  );
}

interface TableProps {
  readonly found: Import;
  /** Row state; empty: all. */
  readonly state: string;
  readonly total: number;
  readonly onChanged: () => Promise<void>;
}

export function ImportRowsTable({ found, state, total, onChanged }: TableProps): JSX.Element {
  const [offset, setOffset] = useState(0);
  const filter = state === '' ? '' : `&state=${state}`;
  const loaded = useLoaded<ImportRows>(`/imports/${found.id}/rows?limit=${PAGE}&offset=${offset}${filter}`);
  const refresh = async (): Promise<void> => {
    await Promise.all([loaded.reload(), onChanged()]);
  };
  if (loaded.data === null) return <Pending loaded={loaded} rows={4} />;
  const { rows } = loaded.data;
  return (
    <>
      {rows.length === 0 ? (
        <p class="quiet">No such rows.</p>
      ) : (
        <ol class="import-rows">
          {rows.map((row) => (
            <li key={row.position} class={`import-row ${row.state}`}>
              <span class="line">Line {count(row.line)}</span>
              <span class={`state ${row.state}`}>
                {row.isKept ? 'kept' : row.state === 'left' ? 'left out' : row.state}
                {row.isCorrected && ', corrected'}
              </span>
              <div class="import-row-text">
                {row.cells === null ? (
                  <code class="break">{row.text}</code>
                ) : (
                  <p>
                    {row.title === null ? (
                      <b>{row.cells['set_number']}</b>
                    ) : (
                      <SetLink number={row.cells['set_number']!} title={row.title} />
                    )}
                    <small>{details(row.cells)}</small>
                  </p>
                )}
                {row.reason !== null && (
                  <p class="why">
                    {row.title === null ? (
                      row.reason
                    ) : (
                      <Sentence text={row.reason} sets={[row.cells!['set_number']!]} />
                    )}
                  </p>
                )}
                {row.copiesBefore !== null && <p class="why mild">{before(row.copiesBefore)}</p>}
                {row.state === 'changed' && row.stored !== null && row.cells !== null && (
                  <p class="why">{differences(row.cells, row.stored) || 'Details differ.'}</p>
                )}
              </div>
              {(found.state === 'ready' || (found.state === 'committed' && row.state === 'rejected')) && (
                <RowActions found={found} row={row} onDone={refresh} />
              )}
            </li>
          ))}
        </ol>
      )}
      <Pager offset={offset} limit={PAGE} total={total} onMove={setOffset} />
    </>
  );
}
