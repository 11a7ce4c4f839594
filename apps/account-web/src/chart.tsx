import type { JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { ChartLine, ChartProps } from './chart-data.ts';
import type { Plot } from './plot.ts';
import { Table } from './table.tsx';

/** Marks positions after today as expected. */
function positionText({ at, atText, today = Infinity }: ChartProps, index: number): string {
  const text = atText(at[index]!);
  return index < today ? text : `${text}, ${index === today ? 'today' : 'expected'}`;
}

function textOf({ values, band }: ChartLine, index: number, props: ChartProps): string {
  const { valueText, noneText = 'none', today = Infinity } = props;
  const [value, low, high] = [values[index], band?.low[index], band?.high[index]];
  if (value == null) return noneText;
  if (low == null || high == null) return valueText(value);
  const range = `${valueText(low)} to ${valueText(high)}`;
  return index > today ? `about ${valueText(value)}, most likely ${range}` : `${valueText(value)} (${range})`;
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
  Home: -Infinity,
  End: Infinity,
};

/** Cursor by pointer or arrow keys; the table has the same numbers. The script loads late in a reserved place. */
export function Chart(props: ChartProps): JSX.Element {
  const { label, at, lines, atName = 'Date' } = props;
  const last = at.length - 1;
  const now = props.today ?? last;
  const [cursor, setCursor] = useState(now);
  const [showsTable, setShowsTable] = useState(false);
  const hint = useId();
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot | null>(null);
  const selected = Math.max(0, Math.min(cursor, last));

  useEffect(() => {
    let isLeft = false;
    setCursor(now);
    const draw = async (): Promise<void> => {
      const { Plot: Loaded } = await import('./plot.ts');
      if (!isLeft && place.current) plot.current = new Loaded(place.current, props, setCursor);
    };
    // Readout and table work without the script.
    draw().catch(() => undefined);
    return () => {
      isLeft = true;
      plot.current?.remove();
      plot.current = null;
    };
  }, [at, lines]);

  if (last < 0) return <p class="quiet">Nothing to show yet.</p>;
  const move = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const to = Math.max(0, Math.min(last, selected + step));
    setCursor(to);
    plot.current?.moveTo(to);
  };
  return (
    <figure class="chart" aria-label={label}>
      <div role="status" class="readout">
        <span class="chart-day">{positionText(props, selected)}</span>
        {lines.map((line) => (
          <span key={line.name} class={`reading ${line.tone} ${selected > now ? 'expected' : ''}`}>
            {line.name} <b>{textOf(line, selected, props)}</b>
          </span>
        ))}
      </div>
      <div
        class="line-plot"
        ref={place}
        role="application"
        aria-roledescription="chart"
        aria-label={`${label}, from ${positionText(props, 0)} to ${positionText(props, last)}`}
        aria-describedby={hint}
        tabIndex={0}
        onKeyDown={move}
      />
      <p class="visually-hidden" id={hint}>
        Left and right arrow keys move the cursor; the values are read out. A table with all of them follows.
      </p>
      <details onToggle={(event) => setShowsTable(event.currentTarget.open)}>
        <summary>Show as a table</summary>
        {showsTable && <ChartTable {...props} atName={atName} />}
      </details>
    </figure>
  );
}

function ChartTable(props: ChartProps): JSX.Element {
  const { label, at, lines, atName } = props;
  return (
    <Table
      label={`${label}, as a table`}
      class="chart-table"
      heads={[atName ?? '', ...lines.map(({ name }) => name)]}
      numbers={[...lines.map(({ name }) => name)]}
    >
      {at
        .map((position, index) => (
          <tr key={position}>
            <th scope="row">{positionText(props, index)}</th>
            {lines.map((line) => (
              <td key={line.name} class="number">
                {textOf(line, index, props)}
              </td>
            ))}
          </tr>
        ))
        .toReversed()}
    </Table>
  );
}
