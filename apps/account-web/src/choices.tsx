import type { ComponentChildren, JSX } from 'preact';
import { count } from './format.ts';

interface ChoiceProps {
  readonly type: 'radio' | 'checkbox';
  readonly name: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly value?: string;
  readonly disabled?: boolean;
  readonly children: ComponentChildren;
}

export function Choice({ children, onChange, ...input }: ChoiceProps): JSX.Element {
  return (
    <label class="choice">
      <input {...input} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{children}</span>
    </label>
  );
}

interface ChoicesProps {
  readonly legend: string;
  readonly children: ComponentChildren;
  /** Vertical, with room for details. */
  readonly tall?: boolean;
  /** Hidden from view, not from screen readers. */
  readonly isLegendHidden?: boolean;
  readonly class?: string;
}

export function Choices({ legend, children, tall, isLegendHidden, class: look }: ChoicesProps): JSX.Element {
  return (
    <fieldset class={['choices', tall && 'tall', look].filter(Boolean).join(' ')}>
      <legend class={isLegendHidden ? 'visually-hidden' : ''}>{legend}</legend>
      <div>{children}</div>
    </fieldset>
  );
}

interface OneOfProps<Value extends string> extends Omit<ChoicesProps, 'children'> {
  readonly name: string;
  /** Values with text and detail. */
  readonly options: readonly (readonly [value: Value, text: string, detail?: string])[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly isDisabled?: (value: Value) => boolean;
}

export function OneOf<Value extends string>(props: OneOfProps<Value>): JSX.Element {
  const { name, options, value, onChange, isDisabled, ...choices } = props;
  return (
    <Choices {...choices}>
      {options.map(([option, text, detail]) => (
        <Choice
          key={option}
          type="radio"
          name={name}
          value={option}
          checked={option === value}
          disabled={isDisabled?.(option) ?? false}
          onChange={() => onChange(option)}
        >
          {detail === undefined ? (
            text
          ) : (
            <>
              <b>{text}</b>
              <small>{detail}</small>
            </>
          )}
        </Choice>
      ))}
    </Choices>
  );
}

interface ChipsProps<Value> {
  readonly label: string;
  /** Values with text and size. */
  readonly options: readonly (readonly [value: Value, text: string, size?: number])[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** Selects what a list or chart shows. */
export function Chips<Value extends string>({ label, options, value, onChange }: ChipsProps<Value>): JSX.Element {
  return (
    <div class="filters" role="group" aria-label={label}>
      {options.map(([option, text, size]) => (
        <button
          key={option}
          type="button"
          class="chip"
          aria-pressed={option === value}
          onClick={() => onChange(option)}
        >
          {text} {size !== undefined && <b>{count(size)}</b>}
        </button>
      ))}
    </div>
  );
}
