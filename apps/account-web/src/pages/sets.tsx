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

interface PictureProps {
  readonly number: string;
  readonly theme: string;
  readonly pieces: number;
}

/** Thirty-two bits that differ for texts that differ, as good as always (FNV-1a). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193);
  return hash >>> 0;
}

const COLUMNS = 8;

/**
 * A skyline of bricks in place of a picture: pictures of others are never loaded. The theme gives the colour, the
 * pieces the height, the number the shape, so that no two sets look alike.
 */
export function SetPicture({ number, theme, pieces }: PictureProps): JSX.Element {
  const hue = hashOf(theme) % 360;
  const most = Math.max(2, Math.min(6, Math.round(Math.log2(pieces + 2) / 2)));
  let shape = hashOf(number);
  const heights = Array.from({ length: COLUMNS }, () => {
    shape = hashOf(`${shape} ${number}`);
    return 1 + (shape % most);
  });
  return (
    <svg class="set-picture" viewBox="0 0 168 104" preserveAspectRatio="xMinYMax" aria-hidden="true" focusable="false">
      {heights.flatMap((height, column) =>
        Array.from({ length: height }, (_, row) => {
          const light = 42 + ((hashOf(`${number} ${column} ${row}`) >>> 3) % 28);
          const [x, y] = [4 + column * 20, 88 - row * 15];
          return (
            <g key={`${column} ${row}`} fill={`hsl(${hue} 55% ${light}%)`}>
              <rect x={x + 5} y={y - 3} width="10" height="4" rx="1" />
              <rect x={x} y={y} width="19" height="14" rx="1.5" />
            </g>
          );
        }),
      )}
    </svg>
  );
}

function Card({ set }: { set: ValuedSet }): JSX.Element {
  return (
    <li class="set-card">
      <SetPicture number={set.set_number} theme={set.theme} pieces={set.pieces} />
      <h3>
        <a href={`/account/sets/${set.set_number}`}>{set.title}</a>
      </h3>
      <p class="quiet">
        {set.set_number} · {set.theme}
        {set.year !== null && ` · ${set.year}`}
      </p>
      <p>
        <span class={`status ${set.status}`}>{STATUS[set.status]}</span>
        {set.status === 'retiring_soon' && set.last_day !== null && `, ${date(set.last_day, 'UTC')}`}
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
      <h2>{title}</h2>
      {moves.length === 0 ? (
        <p class="quiet">None in this period.</p>
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

interface BrowseProps {
  readonly choices: BrowseChoices;
  /** Shows sets of this status only; without one it can be chosen. */
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
  const { first_year: first, last_year: last, themes } = choices;
  const years =
    first == null || last == null ? [] : Array.from({ length: last - first + 1 }, (_, index) => last - index);
  return (
    <Section title={status === undefined ? 'Browse' : 'By last day on sale'}>
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
        Previous
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
        Next
      </button>
    </nav>
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
        onPick={({ set_number }) => route(`/account/sets/${set_number}`)}
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
      lead="Sealed sets from $20 up whose value changed most, by many sales."
      action={
        <label class="inline-select">
          Since
          <select value={days} onChange={(event) => setDays(event.currentTarget.value)}>
            <option value="30">30 days</option>
            <option value="90">90 days</option>
            <option value="365">a year</option>
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
