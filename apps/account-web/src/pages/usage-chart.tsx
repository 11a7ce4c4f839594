import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { UsageDay } from '../contract.ts';
import { count, counted, dayText, longDay, scaleTop, shortDay } from '../format.ts';
import { Table } from '../table.tsx';

const WIDTH = 720;
const HEIGHT = 200;

interface ChartProps {
  readonly days: readonly UsageDay[];
  readonly names: ReadonlyMap<number, string>;
}

/** Bars of requests by day. Cursor by pointer or arrow keys; the table has the same numbers. */
export function UsageChart({ days, names }: ChartProps): JSX.Element {
  const last = days.length - 1;
  const [cursor, setCursor] = useState(last);
  const top = scaleTop(Math.max(0, ...days.map(({ used }) => used)));
  const step = WIDTH / days.length;
  const selected = days[Math.min(cursor, last)];
  const total = days.reduce((sum, { used }) => sum + used, 0);
  if (selected === undefined) return <p class="quiet">No days to show.</p>;

  const move = (event: KeyboardEvent): void => {
    const next = { ArrowLeft: cursor - 1, ArrowDown: cursor - 1, ArrowRight: cursor + 1, ArrowUp: cursor + 1 }[
      event.key
    ];
    const jump = { Home: 0, End: last, PageDown: cursor - 7, PageUp: cursor + 7 }[event.key];
    const to = next ?? jump;
    if (to === undefined) return;
    event.preventDefault();
    setCursor(Math.max(0, Math.min(last, to)));
  };
  const point = (event: PointerEvent): void => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    setCursor(Math.max(0, Math.min(last, Math.floor(((event.clientX - box.left) / box.width) * days.length))));
  };
  return (
    <figure class="chart">
      <figcaption>
        <span class="chart-day">{longDay(selected.day)}</span>
        <b>{counted(selected.used, 'request')}</b>
        <span class="chart-keys">
          {selected.keys.map(({ id, used }) => `${names.get(id) ?? 'a past key'} ${count(used)}`).join(' · ') ||
            'No key was used'}
        </span>
      </figcaption>
      <div class="plot">
        <div class="axis" aria-hidden="true">
          <span>{count(top)}</span>
          <span>{count(top / 2)}</span>
          <span>0</span>
        </div>
        <div
          class="bars"
          role="slider"
          tabIndex={0}
          aria-label="Day"
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={cursor}
          aria-valuetext={`${longDay(selected.day)}: ${counted(selected.used, 'request')}`}
          onKeyDown={move}
          onPointerMove={point}
          onPointerDown={point}
        >
          <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
            {[0, HEIGHT / 2, HEIGHT].map((y) => (
              <line key={y} class="grid" x1="0" x2={WIDTH} y1={y} y2={y} />
            ))}
            {days.map(({ day, used }, index) => (
              <rect
                key={day}
                class={index === cursor ? 'bar at' : 'bar'}
                x={index * step + step * 0.14}
                width={step * 0.72}
                y={HEIGHT - (used / top) * HEIGHT}
                height={(used / top) * HEIGHT}
              />
            ))}
            <rect class="cursor" x={cursor * step} width={step} y={HEIGHT - 3} height="3" />
          </svg>
        </div>
        <div class="ticks" aria-hidden="true">
          <span>{shortDay(days[0]!.day)}</span>
          <span>{shortDay(days[Math.floor(days.length / 2)]!.day)}</span>
          <span>Today</span>
        </div>
      </div>
      <details>
        <summary>Show as a table ({counted(total, 'request')} in all)</summary>
        <Table label="Requests by day" heads={['Day (UTC)', 'Requests', 'By key']}>
          {days.toReversed().map(({ day, used, keys }) => (
            <tr key={day}>
              <th scope="row">{dayText(day)}</th>
              <td class="number">{count(used)}</td>
              <td>{keys.map((key) => `${names.get(key.id) ?? 'a past key'} ${count(key.used)}`).join(', ')}</td>
            </tr>
          ))}
        </Table>
      </details>
    </figure>
  );
}
