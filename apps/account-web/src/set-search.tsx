import type { JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { ApiError } from './api.ts';
import type { SetCard, SetSuggestions } from './contract.ts';
import { counted } from './format.ts';
import { useAutofocus } from './forms.tsx';
import { request } from './session.ts';
import { SetThumb } from './set-picture.tsx';

const WAIT_MS = 120;

interface SetSearchProps {
  readonly label: string;
  readonly onPick: (set: SetCard) => void;
  readonly hint?: string;
  readonly autofocus?: boolean;
}

/** Combobox with arrow keys, Enter or pointer. Drops responses to earlier input. */
export function SetSearch({ label, onPick, hint, autofocus }: SetSearchProps): JSX.Element {
  const id = useId();
  const input = useAutofocus<HTMLInputElement>(autofocus);
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<SetSuggestions | null>(null);
  const [failure, setFailure] = useState('');
  const [active, setActive] = useState(-1);
  const latest = useRef('');

  const find = async (text: string): Promise<void> => {
    try {
      const answer = await request<SetSuggestions>('GET', `/sets/search?q=${encodeURIComponent(text)}`);
      if (latest.current !== text) return;
      setFound(answer);
      setFailure('');
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : '');
    }
  };
  useEffect(() => {
    const text = typed.trim();
    latest.current = text;
    setActive(-1);
    if (text.length < 2) {
      setFound(null);
      return undefined;
    }
    const timer = setTimeout(() => void find(text), WAIT_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  const sets = found?.sets ?? [];
  const pick = (set: SetCard): void => {
    setTyped('');
    setFound(null);
    onPick(set);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && found !== null) {
      event.preventDefault();
      event.stopPropagation();
      setFound(null);
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && sets.length > 0) {
      event.preventDefault();
      setActive((active + step + sets.length + (active < 0 && step < 0 ? 1 : 0)) % sets.length);
    }
    if (event.key === 'Enter' && found !== null) {
      event.preventDefault();
      const chosen = sets[Math.max(0, active)];
      if (chosen) pick(chosen);
    }
  };
  const said = found === null ? failure : found.total === 0 ? 'No sets match.' : counted(found.total, 'set');
  return (
    <div class="field set-search">
      <label for={id}>{label}</label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div class="input">
        <input
          ref={input}
          id={id}
          type="text"
          role="combobox"
          aria-expanded={sets.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
          aria-describedby={hint && `${id}-hint`}
          autocomplete="off"
          spellcheck={false}
          maxLength={100}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <ul id={`${id}-list`} role="listbox" aria-label={label} class="suggestions" hidden={sets.length === 0}>
          {sets.map((set, index) => (
            <li
              key={set.setNumber}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => pick(set)}
            >
              <SetThumb number={set.setNumber} />
              <b>{set.setNumber}</b> <span>{set.title}</span>
              <small>
                {set.theme}
                {set.year !== null && `, ${set.year}`}
              </small>
            </li>
          ))}
        </ul>
      </div>
      <p role="status" class="hint search-count">
        {said}
      </p>
    </div>
  );
}
