import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { BrowseChoices, Move, Movers, SetList, ValuedSet } from '../contract.ts';
import { count, date, usd } from '../format.ts';
import { Page, Pending, Section, useLoaded } from '../page.tsx';
import { SetSearch } from '../set-search.tsx';

const PAGE = 24;
export const STATUS: Readonly<Record<string, string>> = {
  announced: 'Announced',
  available: 'On sale',
  retiring_soon: 'Retiring soon',
  retired: 'Retired',
};

/** A drawn brick in place of a picture: pictures of others are never loaded. */
export function SetPicture({ pieces }: { pieces: number }): JSX.Element {
  const studs = pieces > 2_000 ? 4 : pieces > 500 ? 3 : 2;
  const width = 24 + studs * 32;
  return (
    <svg
      class="set-picture"
      viewBox={`0 0 ${width} 96`}
      preserveAspectRatio="xMinYMid"
      aria-hidden="true"
      focusable="false"
    >
      {Array.from({ length: studs }, (_, stud) => (
        <rect key={stud} x={20 + stud * 32} y="20" width="22" height="16" rx="4" />
      ))}
      <rect x="8" y="32" width={width - 16} height="48" rx="6" />
    </svg>
  );
}

function Card({ set }: { set: ValuedSet }): JSX.Element {
  return (
    <li class="set-card">
      <SetPicture pieces={set.pieces} />
      <h3>
        <a href={`/account/sets/${set.set_number}`}>{set.title}</a>
      </h3>
      <p class="quiet">
        {set.set_number} · {set.theme}
        {set.year !== null && ` · ${set.year}`}
      </p>
      <p>
        <span class={`status ${set.status}`}>{STATUS[set.status]}</span>
        {set.status === 'retiring_soon' && set.last_day !== null && ` until ${date(set.last_day, 'UTC')}`}
      </p>
      <dl>
        <dt>New</dt>
        <dd>{usd(set.new_value_usd)}</dd>
        <dt>Used</dt>
        <dd>{usd(set.used_value_usd)}</dd>
      </dl>
    </li>
  );
}

function Moves({ title, moves }: { title: string; moves: readonly Move[] }): JSX.Element {
  return (
    <div>
      <h3>{title}</h3>
      {moves.length === 0 ? (
        <p class="quiet">None in this time.</p>
      ) : (
        <ol class="moves">
          {moves.map((move) => (
            <li key={move.set_number}>
              <a href={`/account/sets/${move.set_number}`}>{move.title}</a>
              <b class={move.change_pct > 0 ? 'up' : 'down'}>
                {move.change_pct > 0 ? '+' : '−'}
                {Math.abs(move.change_pct).toFixed(1)} %
              </b>
              <small>
                {move.set_number}, {usd(move.before_usd)} → {usd(move.now_usd)}
              </small>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

interface MoversProps {
  readonly movers: Movers;
  readonly days: string;
  readonly onDays: (days: string) => void;
}

function MoversSection({ movers, days, onDays }: MoversProps): JSX.Element {
  return (
    <Section
      title="Movers"
      text="Sealed copies whose value rests on many sales, from $20 up."
      action={
        <label class="inline-select">
          Since
          <select value={days} onChange={(event) => onDays(event.currentTarget.value)}>
            <option value="30">30 days</option>
            <option value="90">90 days</option>
            <option value="365">a year</option>
          </select>
        </label>
      }
    >
      <div class="two-columns">
        <Moves title="Risen" moves={movers.risen} />
        <Moves title="Fallen" moves={movers.fallen} />
      </div>
    </Section>
  );
}

function Browse({ choices }: { choices: BrowseChoices }): JSX.Element {
  const [filter, setFilter] = useState({ theme: '', year: '', status: 'retiring_soon' });
  const [offset, setOffset] = useState(0);
  const query = new URLSearchParams({ limit: String(PAGE), offset: String(offset) });
  for (const [name, value] of Object.entries(filter)) if (value !== '') query.set(name, value);
  const loaded = useLoaded<SetList>(`/sets?${query}`);
  const change = (name: string) => (event: { currentTarget: HTMLSelectElement }) => {
    setOffset(0);
    setFilter({ ...filter, [name]: event.currentTarget.value });
  };
  const { first_year: first, last_year: last, themes } = choices;
  const years =
    first == null || last == null ? [] : Array.from({ length: last - first + 1 }, (_, index) => last - index);
  return (
    <Section title="Browse" text="Sets that retire soon come by their last day on sale, others newest first.">
      <div class="import-options">
        <label>
          Theme
          <select value={filter.theme} onChange={change('theme')}>
            <option value="">Any</option>
            {themes.map(({ theme, sets }) => (
              <option key={theme} value={theme}>
                {theme} ({count(sets)})
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
      </div>
      {loaded.data === null ? (
        <Pending loaded={loaded} rows={4} />
      ) : loaded.data.total === 0 ? (
        <p class="quiet">No set like that.</p>
      ) : (
        <>
          <ul class="set-cards">
            {loaded.data.sets.map((set) => (
              <Card key={set.set_number} set={set} />
            ))}
          </ul>
          <Pager offset={offset} size={PAGE} total={loaded.data.total} onMove={setOffset} />
        </>
      )}
    </Section>
  );
}

interface PagerProps {
  readonly offset: number;
  readonly size: number;
  readonly total: number;
  readonly onMove: (offset: number) => void;
}

/** Earlier and later pages of a list; nothing when there is one only. */
export function Pager({ offset, size, total, onMove }: PagerProps): JSX.Element | null {
  if (total <= size) return null;
  const isLast = offset + size >= total;
  return (
    <nav class="pager" aria-label="Pages">
      <button
        type="button"
        class="button small"
        aria-disabled={offset === 0}
        onClick={() => onMove(Math.max(0, offset - size))}
      >
        Earlier
      </button>
      <span>
        {count(offset + 1)} to {count(Math.min(offset + size, total))} of {count(total)}
      </span>
      <button
        type="button"
        class="button small"
        aria-disabled={isLast}
        onClick={() => !isLast && onMove(offset + size)}
      >
        Later
      </button>
    </nav>
  );
}

export default function SetsPage(): JSX.Element {
  const { route } = useLocation();
  const [days, setDays] = useState('90');
  const movers = useLoaded<Movers>(`/sets/movers?days=${days}`);
  const choices = useLoaded<BrowseChoices>('/sets/choices');
  return (
    <Page title="Sets" lead="Find a set, see what it is worth, and what is about to leave the shelves.">
      <SetSearch
        label="Find a set"
        hint="By a part of its number or name."
        onPick={({ set_number }) => route(`/account/sets/${set_number}`)}
      />
      {/* Together: one that came later would move the other. */}
      {movers.data === null || choices.data === null ? (
        <Pending loaded={movers.error === null ? choices : movers} rows={6} />
      ) : (
        <>
          <MoversSection movers={movers.data} days={days} onDays={setDays} />
          <Browse choices={choices.data} />
        </>
      )}
    </Page>
  );
}
