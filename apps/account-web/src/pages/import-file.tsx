import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { BrickfolioList, Import } from '../contract.ts';
import { Failure, SelectField, useAction } from '../forms.tsx';
import { FileLink, useLoaded } from '../page.tsx';
import { request } from '../session.ts';
import { COLUMN_NAMES } from './import-rows.tsx';

/** Empty fields are left to the file. */
export interface Reading {
  readonly condition: string;
  readonly dates: string;
  readonly brickfolio: string;
  /** File column per own column. */
  readonly columns: Readonly<Record<string, string>>;
}

const UNSAID: Reading = { condition: '', dates: '', brickfolio: '', columns: {} };

type Kind = 'collection' | 'sales';

const COLUMNS: Readonly<Record<Kind, readonly string[]>> = {
  collection: [
    ...['set_number', 'quantity', 'condition', 'purchase_price_usd', 'purchase_date', 'status', 'brickfolio', 'notes'],
    ...['shipping_paid_usd', 'tax_paid_usd', 'bought_from', 'stored_at', 'title'],
  ],
  sales: [
    ...['set_number', 'sale_date', 'gross_proceeds_usd', 'quantity', 'platform', 'platform_fees_usd'],
    ...['payment_fees_usd', 'shipping_cost_usd', 'cost_basis_usd', 'notes'],
  ],
};
const NEEDED: Readonly<Record<Kind, readonly string[]>> = {
  collection: ['set_number'],
  sales: ['set_number', 'sale_date', 'gross_proceeds_usd'],
};

const probableKind = (found: readonly string[]): Kind =>
  found.some((name) => /sold|sale/i.test(name)) ? 'sales' : 'collection';

const suggestedFor = (kind: Kind, found: Import): Reading['columns'] =>
  kind === 'sales' ? found.salesColumnsSuggested : found.columnsSuggested;

/** Last file with its settings, so that it can be read again without another choice. */
let lastSent: { readonly id: number; readonly file: File; readonly reading: Reading } | null = null;

/** A table shrinks to a tenth. */
async function compressed(file: Blob): Promise<Blob> {
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (head[0] === 0x1f && head[1] === 0x8b) return file;
  return new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).blob();
}

async function sendFile(file: File, reading: Reading): Promise<Import> {
  const { condition, dates, brickfolio, columns } = reading;
  const query = new URLSearchParams({ name: file.name.slice(0, 200) });
  if (condition) query.set('condition', condition);
  if (dates) query.set('dateFormat', dates);
  if (brickfolio) query.set('brickfolio', brickfolio);
  if (Object.keys(columns).length > 0) query.set('columns', JSON.stringify(columns));
  const sent = await request<Import>('POST', `/imports?${query}`, await compressed(file));
  lastSent = { id: sent.id, file, reading };
  return sent;
}

function FileDrop({ file, onFile }: { file: File | null; onFile: (file: File | null) => void }): JSX.Element {
  const [isOver, setOver] = useState(false);
  return (
    <label
      class={isOver ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFile(event.dataTransfer?.files[0] ?? null);
      }}
    >
      <input
        type="file"
        accept=".csv,.txt,.tsv,.gz,.xml,.bsx,.json,text/csv"
        onChange={(event) => onFile(event.currentTarget.files?.[0] ?? null)}
      />
      <b>{file === null ? 'Choose a file, or drop it here' : file.name}</b>
      <span>
        CSV, XML or .bsx of other sites, our own export, or a table of your own; up to 100,000 rows,{' '}
        <span class="whole">UTF-8</span>.
      </span>
    </label>
  );
}

interface ReadingProps {
  readonly reading: Reading;
  readonly onChange: (reading: Reading) => void;
}

interface ColumnsProps extends ReadingProps {
  readonly found: Import;
  readonly kind: Kind;
  readonly onKind: (kind: Kind) => void;
}

function ColumnChoices({ found, kind, onKind, reading, onChange }: ColumnsProps): JSX.Element {
  const names = found.columnsFound;
  const withSamples = (name: string, at: number): string => {
    const values = found.columnSamples[at]?.values.join(', ');
    return values ? `${name} (${values})` : name;
  };
  const set = (column: string, name: string): void => {
    const { [column]: _before, ...others } = reading.columns;
    onChange({ ...reading, columns: name === '' ? others : { ...others, [column]: name } });
  };
  return (
    <fieldset class="import-columns">
      <legend>Which column is which?</legend>
      <p class="hint">
        Your file has these columns: {names.join(', ')}.{' '}
        {kind === 'sales' ? 'Set number, day and proceeds are needed.' : 'Only the set number is needed.'} We remember
        your answer for files like this one.
      </p>
      <div class="import-options">
        <SelectField
          label="This file lists"
          name="kind"
          value={kind}
          options={[
            ['collection', 'what I have'],
            ['sales', 'what I sold'],
          ]}
          onChange={(chosen) => onKind(chosen as Kind)}
        />
        {COLUMNS[kind].map((column) => (
          <SelectField
            key={column}
            label={COLUMN_NAMES[column]}
            name={column}
            value={reading.columns[column] ?? ''}
            options={[['', 'not in this file'], ...names.map((name, at) => [name, withSamples(name, at)] as const)]}
            onChange={(name) => set(column, name)}
          />
        ))}
      </div>
    </fieldset>
  );
}

function ReadingChoices({ reading, onChange }: ReadingProps): JSX.Element {
  const brickfolios = useLoaded<BrickfolioList>('/brickfolios').data?.brickfolios ?? [];
  const target = brickfolios.find(({ isDefault }) => isDefault)?.name ?? 'your default brickfolio';
  const others = brickfolios.filter(({ isDefault }) => !isDefault);
  return (
    <div class="import-options">
      <SelectField
        label="Put copies into"
        name="brickfolio"
        value={reading.brickfolio}
        options={[['', target], ...others.map(({ name }) => [name, name] as const)]}
        onChange={(brickfolio) => onChange({ ...reading, brickfolio })}
      />
      <SelectField
        label="If condition is missing"
        name="condition"
        value={reading.condition}
        options={[
          ['', 'ask me'],
          ['sealed', 'sealed'],
          ['used', 'used'],
        ]}
        onChange={(condition) => onChange({ ...reading, condition })}
      />
      <SelectField
        label="Date format"
        name="dates"
        value={reading.dates}
        options={[
          ['', 'detect automatically'],
          ['DD/MM/YYYY', 'day first: 31/12/2026'],
          ['MM/DD/YYYY', 'month first: 12/31/2026'],
        ]}
        onChange={(dates) => onChange({ ...reading, dates })}
      />
    </div>
  );
}

export function Upload({ onSent }: { onSent: (sent: Import) => void }): JSX.Element {
  const [file, setFile] = useState<File | null>(null);
  const [reading, setReading] = useState(UNSAID);
  const send = useAction(async () => {
    if (file !== null) onSent(await sendFile(file, reading));
  });
  return (
    <div class="stack import-upload">
      <FileDrop file={file} onFile={setFile} />
      <ReadingChoices reading={reading} onChange={setReading} />
      <Failure error={send.error} />
      <div class="buttons">
        <button type="button" class="button primary" aria-disabled={send.busy || file === null} onClick={send.run}>
          Preview
        </button>
        <FileLink path="/export/template.csv" name="brickmarket-template.csv" class="button">
          Download a template
        </FileLink>
      </div>
      <p class="hint">
        Nothing is imported until you have seen every row, and one click undoes it. Rows you already have are skipped;
        two equal rows are two copies.
      </p>
    </div>
  );
}

/** Reads the file again with an answer or other settings. */
export function ReadAgain({ found, onSent }: { found: Import; onSent: (sent: Import) => void }): JSX.Element {
  const known = lastSent?.id === found.id ? lastSent : null;
  const [file, setFile] = useState<File | null>(known?.file ?? null);
  const [kind, setKind] = useState(probableKind(found.columnsFound));
  const [reading, setReading] = useState<Reading>({
    ...(known?.reading ?? { ...UNSAID, brickfolio: found.brickfolio ?? '' }),
    ...(found.question === 'columns' && { columns: suggestedFor(kind, found) }),
  });
  const turnTo = (chosen: Kind): void => {
    setKind(chosen);
    setReading({ ...reading, columns: suggestedFor(chosen, found) });
  };
  const send = useAction(async () => {
    if (file !== null) onSent(await sendFile(file, reading));
  });
  const isUnsaid =
    (found.question === 'dates' && reading.dates === '') ||
    (found.question === 'columns' && NEEDED[kind].some((column) => reading.columns[column] === undefined));
  return (
    <div class="stack import-upload">
      {known === null && <FileDrop file={file} onFile={setFile} />}
      {found.question === 'columns' && (
        <ColumnChoices found={found} kind={kind} onKind={turnTo} reading={reading} onChange={setReading} />
      )}
      <ReadingChoices reading={reading} onChange={setReading} />
      <Failure error={send.error} />
      <div class="buttons">
        <button
          type="button"
          class="button primary"
          aria-disabled={send.busy || file === null || isUnsaid}
          onClick={isUnsaid ? undefined : send.run}
        >
          {found.question === null ? 'Read the file again' : 'Preview'}
        </button>
        {found.question === 'columns' && (
          <FileLink path="/export/template.csv" name="brickmarket-template.csv" class="button">
            Download a template
          </FileLink>
        )}
      </div>
    </div>
  );
}
