import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { BrowseChoices, Move, Movers, SetList, ValuedSet } from '../contract.ts';
import { count, date, signedPercent, toneOf, usd } from '../format.ts';
import { Page, Pager, Pending, Section, SetLink, useLoaded } from '../page.tsx';
import { STATUS } from '../set-facts.tsx';
import { SetPicture } from '../set-picture.tsx';
import { SetSearch } from '../set-search.tsx';

const PAGE = 24;

function valueText(value: number | null, estimate: ValuedSet['newEstimate']): string {
  return estimate === null ? usd(value) : `about ${usd(estimate.lowCents)} to ${usd(estimate.highCents)}`;
}

function Card({ set }: { set: ValuedSet }): JSX.Element {
  return (
    <li class="set-card">
      <SetPicture number={set.setNumber} theme={set.theme} pieces={set.pieces} />
      <h3>
        <SetLink number={set.setNumber} title={set.title} />
      </h3>
      <p class="quiet">
        {set.theme}
        {set.year !== null && ` · ${set.year}`}
      </p>
      <p>
        <span class={`status ${set.status}`}>
          {set.status === 'retiring_soon' && set.lastDay !== null
            ? `Retires ${date(set.lastDay, 'UTC')}`
            : STATUS[set.status]}
        </span>
      </p>
      <dl>
        <dt>New</dt>
        <dd>{valueText(set.newValueCents, set.newEstimate)}</dd>
        <dt>Used</dt>
        <dd>{valueText(set.usedValueCents, set.usedEstimate)}</dd>
      </dl>
    </li>
  );
}

function Moves({ title, moves }: { title: string; moves: readonly Move[] }): JSX.Element {
  return (
    <div>
      <h2>{title}</h2>
      {moves.length === 0 ? (
        <p class="quiet">None in this period.</p>
      ) : (
        <ol class="moves">
          {moves.map((move) => (
            <li key={move.setNumber}>
              <SetLink number={move.setNumber} title={move.title} />
              <b class={toneOf(move.changePct)}>{signedPercent(move.changePct)}</b>
              <small>
                {usd(move.beforeCents)} → {usd(move.nowCents)}
              </small>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

interface BrowseProps {
  readonly choices: BrowseChoices;
  /** Fixed status; absent: selectable. */
  readonly status?: string;
}

function Browse({ choices, status }: BrowseProps): JSX.Element {
  const [filter, setFilter] = useState({ theme: '', year: '', status: status ?? '' });
  const [offset, setOffset] = useState(0);
  const query = new URLSearchParams({ limit: String(PAGE), offset: String(offset) });
  for (const [name, value] of Object.entries(filter)) if (value !== '') query.set(name, value);
  const loaded = useLoaded<SetList>(`/sets?${query}`);
  const change = (name: string) => (event: { currentTarget: HTMLSelectElement }) => {
    setOffset(0);
    setFilter({ ...filter, [name]: event.currentTarget.value });
  };
  const { firstYear: first, lastYear: last, themes } = choices;
  const years =
    first == null || last == null ? [] : Array.from({ length: last - first + 1 }, (_, index) => last - index);
  return (
    <Section title={status === undefined ? 'Browse' : 'By last day on sale'}>
      <div class="import-options">
        <label>
          Theme
          <select value={filter.theme} onChange={change('theme')}>
            <option value="">Any</option>
            {themes.map(({ theme, setCount }) => (
              <option key={theme} value={theme}>
                {theme} ({count(setCount)})
              </option>
            ))}
          </select>
        </label>
        <label>
          Year
          <select value={filter.year} onChange={change('year')}>
            <option value="">Any</option>
            {years.map((year) => (
              <option key={year} value={year}>
                {year}
              </option>
            ))}
          </select>
        </label>
        {status === undefined && (
          <label>
            Status
            <select value={filter.status} onChange={change('status')}>
              <option value="">Any</option>
              {Object.entries(STATUS).map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      {loaded.data === null ? (
        <Pending loaded={loaded} rows={4} />
      ) : loaded.data.total === 0 ? (
        <p class="quiet">No sets match.</p>
      ) : (
        <>
          <ul class="set-cards">
            {loaded.data.sets.map((set) => (
              <Card key={set.setNumber} set={set} />
            ))}
          </ul>
          <Pager offset={offset} limit={PAGE} total={loaded.data.total} onMove={setOffset} />
        </>
      )}
    </Section>
  );
}

export function SetsPage(): JSX.Element {
  const { route } = useLocation();
  const choices = useLoaded<BrowseChoices>('/sets/choices');
  return (
    <Page title="Sets" lead="Find a set and see what it is worth.">
      <SetSearch
        label="Find a set"
        hint="By a part of its number or name, or by its barcode."
        onPick={({ setNumber }) => route(`/account/sets/${setNumber}`)}
      />
      {choices.data === null ? <Pending loaded={choices} rows={6} /> : <Browse choices={choices.data} />}
    </Page>
  );
}

export function MoversPage(): JSX.Element {
  const [days, setDays] = useState('90');
  const movers = useLoaded<Movers>(`/sets/movers?days=${days}`);
  return (
    <Page
      title="Movers"
      lead="Sealed sets worth $20 or more whose value changed most, with many sales."
      action={
        <label class="inline-select">
          In the last
          <select value={days} onChange={(event) => setDays(event.currentTarget.value)}>
            <option value="30">30 days</option>
            <option value="90">90 days</option>
            <option value="365">year</option>
          </select>
        </label>
      }
    >
      {movers.data === null ? (
        <Pending loaded={movers} rows={6} />
      ) : (
        <div class="two-columns">
          <Moves title="Risen" moves={movers.data.risen} />
          <Moves title="Fallen" moves={movers.data.fallen} />
        </div>
      )}
    </Page>
  );
}

export function RetiringPage(): JSX.Element {
  const choices = useLoaded<BrowseChoices>('/sets/choices');
  return (
    <Page title="Retiring" lead="Sets that leave the shelves soon, the next to go first.">
      {choices.data === null ? (
        <Pending loaded={choices} rows={6} />
      ) : (
        <Browse choices={choices.data} status="retiring_soon" />
      )}
    </Page>
  );
}
