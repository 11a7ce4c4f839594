import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import { Chips } from '../choices.tsx';
import type { BrickfolioList, Import, ImportList } from '../contract.ts';
import { count, counted } from '../format.ts';
import { Failure, Success, useAction } from '../forms.tsx';
import { WarningIcon } from '../icons.tsx';
import { Ago, FileLink, Page, Pending, Section, useLoaded } from '../page.tsx';
import { request } from '../session.ts';
import { ReadAgain, Upload } from './import-file.tsx';
import { ImportRowsTable } from './import-rows.tsx';

const POLL_MS = 400;
const STATES = ['new', 'changed', 'same', 'rejected', 'left'] as const;
const NAMES = {
  new: 'New',
  changed: 'Changed',
  same: 'Same',
  rejected: 'Rejected',
  left: 'Left out',
  kept: 'Kept',
} as const;
/** Row state; empty: all. */
type Shown = keyof typeof NAMES | '';

function outcome(one: Import): string {
  const { rows, state } = one;
  if (state === 'failed') return one.fault ?? 'It could not be read.';
  if (state === 'reading') return 'Being read.';
  if (state === 'ready') return `Not imported yet: ${count(rows.new)} new, ${count(rows.changed)} changed.`;
  const kept = rows.kept > 0 ? `; ${counted(rows.kept, 'row')} changed since stayed` : '';
  if (state === 'undone') return `Undone${kept}.`;
  return `Imported: ${count(rows.new)} added, ${count(rows.changed)} changed, ${count(rows.same)} already there.`;
}

function Start(): JSX.Element {
  const { route } = useLocation();
  const past = useLoaded<ImportList>('/imports');
  return (
    <Page
      title="Import and export"
      lead="Your collection or your sales, from a file. You see what would change before it does."
    >
      <Section title="A file">
        <Upload onSent={({ id }) => route(`/account/import/${id}`)} />
      </Section>
      <Section
        title="Earlier imports"
        action={
          <div class="buttons">
            <FileLink path="/export/collection.csv" name="brickmarket-collection.csv" class="button small">
              Export collection
            </FileLink>
            <FileLink path="/export/collection.bsx" name="brickmarket-collection.bsx" class="button small">
              Export .bsx
            </FileLink>
            <FileLink path="/export/sales.csv" name="brickmarket-sales.csv" class="button small">
              Export sales
            </FileLink>
          </div>
        }
      >
        {past.data === null ? (
          <Pending loaded={past} rows={2} />
        ) : past.data.imports.length === 0 ? (
          <p class="quiet">None yet. An export can be imported again as it is.</p>
        ) : (
          <ul class="rows">
            {past.data.imports.map((one) => (
              <li key={one.id}>
                <div>
                  <h3>
                    <a href={`/account/import/${one.id}`}>{one.fileName}</a>
                  </h3>
                  <p>
                    {one.source !== null && `${one.source}. `}
                    {outcome(one)} Sent <Ago at={one.createdAt} />.
                  </p>
                </div>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </Page>
  );
}

/** Polls while the file is read. */
function useImport(id: string): ReturnType<typeof useLoaded<Import>> {
  const loaded = useLoaded<Import>(`/imports/${id}`);
  const isReading = loaded.data?.state === 'reading';
  useEffect(() => {
    if (!isReading) return undefined;
    const timer = setInterval(() => void loaded.reload(), POLL_MS);
    return () => clearInterval(timer);
  }, [isReading, loaded.reload]);
  return loaded;
}

function Target({ found }: { found: Import }): JSX.Element {
  const brickfolios = useLoaded<BrickfolioList>('/brickfolios').data?.brickfolios ?? [];
  const name = found.brickfolio ?? brickfolios.find(({ isDefault }) => isDefault)?.name;
  return (
    <>
      Copies go into <b>{name ?? 'your default brickfolio'}</b>, unless their row names another brickfolio.
    </>
  );
}

function CopiesBefore({ found: { copiesBefore: before } }: { found: Import }): JSX.Element {
  const from = before.fileNames.length === 0 ? '' : `, brought by ${before.fileNames.join(', ')}`;
  return (
    <div class="notice">
      <WarningIcon />
      <p>
        {counted(before.rows, 'new row')} would add to copies of the same set and condition that you have already{from}.
        Leave out rows that are the same copies.
      </p>
    </div>
  );
}

function Preview({ id }: { id: string }): JSX.Element {
  const loaded = useImport(id);
  const { data, reload } = loaded;
  const { route } = useLocation();
  const [state, setState] = useState<Shown>('');
  const [version, setVersion] = useState(0);
  const act = async (what: string): Promise<void> => {
    try {
      await request('POST', `/imports/${id}/${what}`);
    } finally {
      // A changed portfolio makes a new preview.
      setState('');
      await reload();
      setVersion((before) => before + 1);
    }
  };
  const commit = useAction(() => act(data?.preview ? `commit?preview=${data.preview}` : 'commit'));
  const undo = useAction(() => act('undo'));
  const busy = commit.busy || undo.busy;
  const title = data === null ? 'Import' : `Import of ${data.fileName}`;
  if (data === null)
    return (
      <Page key="pending" title={title} lead="A file of yours.">
        <Pending loaded={loaded} rows={4} />
      </Page>
    );
  const { rows } = data;
  const taken = rows.new + rows.changed;
  const sells = data.kind === 'sales';
  const shown = data.state === 'undone' && rows.kept > 0 ? ([...STATES, 'kept'] as const) : STATES;
  return (
    <Page
      key="shown"
      title={title}
      lead={data.source === null ? 'A file of yours.' : `Recognised as: ${data.source}.`}
      action={
        <div class="buttons">
          {data.state === 'ready' && (
            <button type="button" class="button primary" aria-disabled={busy || taken === 0} onClick={commit.run}>
              Import {counted(taken, 'row')}
            </button>
          )}
          {data.state === 'committed' && data.hasRows && (
            <button type="button" class="button" aria-disabled={busy} onClick={undo.run}>
              Undo this import
            </button>
          )}
          <a class="button" href="/account/import">
            Another file
          </a>
        </div>
      }
    >
      <Failure error={commit.error ?? undo.error} />
      <Success>
        {data.state === 'committed' && (
          <p>
            {outcome(data)}{' '}
            <a href={`/account/${sells ? 'ledger' : 'holdings'}`}>See your {sells ? 'sales' : 'holdings'}</a>
          </p>
        )}
        {data.state === 'undone' && (
          <p>
            {rows.kept === 0
              ? 'Undone: everything is as it was before the import.'
              : `Undone, but for ${counted(rows.kept, 'row')} that you changed, moved or deleted after the import: ` +
                'those stay as you left them.'}
          </p>
        )}
      </Success>
      {data.state === 'failed' &&
        (data.question === null ? (
          <Section title="It could not be read" text={data.fault}>
            <p>
              <a class="button" href="/account/import">
                Send it again
              </a>
            </p>
          </Section>
        ) : (
          <Section title="One question about this file" text={data.fault}>
            <ReadAgain found={data} onSent={(sent) => route(`/account/import/${sent.id}`)} />
          </Section>
        ))}
      {data.state === 'reading' && (
        <Section title="Reading the file">
          <progress value={data.progress} aria-label="How much of the file is read" />
          <p role="status">{Math.round(data.progress * 100)} % is read.</p>
        </Section>
      )}
      {data.state === 'ready' && data.copiesBefore.rows > 0 && <CopiesBefore found={data} />}
      {!data.hasRows && (
        <Section title="Rows" text="The rows of old imports are deleted. This import can no longer be undone." />
      )}
      {data.hasRows && !['failed', 'reading'].includes(data.state) && (
        <Section
          title="Rows"
          text={
            'Rows you already have are skipped. Where the file has two equal rows and you have one such copy, one is ' +
            'added.'
          }
          action={
            rows.rejected > 0 && (
              <FileLink path={`/imports/${id}/rejects.csv`} name="rejects.csv" class="button small">
                Download rejects
              </FileLink>
            )
          }
        >
          <Chips
            label="Show rows"
            options={[['', 'All'], ...shown.map((one) => [one, NAMES[one], rows[one]] as const)]}
            value={state}
            onChange={setState}
          />
          <ImportRowsTable
            key={`${state} ${version}`}
            found={data}
            state={state}
            total={state === '' ? STATES.reduce((sum, one) => sum + rows[one], 0) : rows[state]}
            onChanged={reload}
          />
        </Section>
      )}
      {data.state === 'ready' && (
        <Section title="Not as it should be?" text={<Target found={data} />}>
          <details>
            <summary>Read the file in another way</summary>
            <ReadAgain found={data} onSent={(sent) => route(`/account/import/${sent.id}`)} />
          </details>
        </Section>
      )}
    </Page>
  );
}

export default function ImportPage(): JSX.Element {
  const { id } = useRoute().params;
  return id ? <Preview key={id} id={id} /> : <Start />;
}
