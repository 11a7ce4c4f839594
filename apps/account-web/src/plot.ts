import uPlot from 'uplot';
import { onColours } from './appearance.ts';

/** Which of the palette's colours a line has. */
export type Tone = 'main' | 'second' | 'quiet';

/** One line of a chart. */
export interface ChartLine {
  readonly name: string;
  readonly tone: Tone;
  /** One for each position; null where there is none, which leaves a gap. */
  readonly values: readonly (number | null)[];
  /** A range around the line, drawn as an area. */
  readonly band?: { readonly low: readonly (number | null)[]; readonly high: readonly (number | null)[] };
  /** The value stays the same until the next position, as a price does: drawn as steps. */
  readonly stepped?: boolean;
}

export interface ChartProps {
  /** What the chart shows: its name for people who do not see it. */
  readonly label: string;
  /** ISO days, months or instants, ascending. */
  readonly at: readonly string[];
  readonly lines: readonly ChartLine[];
  /** How a position is written: `15 Nov 2026`. */
  readonly atText: (at: string) => string;
  readonly valueText: (value: number) => string;
  /** What is said where a line has no value. */
  readonly noneText?: string;
  /** What the table's first column is called. */
  readonly atName?: string;
}

const DAY_SECONDS = 86_400;
const FONT = '12px system-ui, sans-serif';
const COLOUR_OF: Readonly<Record<Tone, string>> = { main: '--brick', second: '--good', quiet: '--bar' };
const stepped = uPlot.paths.stepped!({ align: 1 });

const YEAR = new Intl.DateTimeFormat('en-GB', { year: 'numeric', timeZone: 'UTC' });
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short', year: '2-digit', timeZone: 'UTC' });
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Draws the lines of a chart with uPlot, in the colours of the page, for as long as its element is there. */
export class Plot {
  readonly #drawn: uPlot;
  readonly #resizing: ResizeObserver;
  // Colours are read anew at every drawing.
  readonly #unwatch = onColours(() => this.#drawn.redraw(true, true));

  constructor(
    private readonly place: HTMLElement,
    props: ChartProps,
    onCursor: (index: number) => void,
  ) {
    this.#drawn = new uPlot(this.#options(props, onCursor), dataOf(props), place);
    this.#resizing = new ResizeObserver(() => this.#drawn.setSize(sizeOf(place)));
    this.#resizing.observe(place);
  }

  moveTo(index: number): void {
    const drawn = this.#drawn;
    const left = drawn.valToPos(drawn.data[0][index]!, 'x');
    drawn.setCursor({ left, top: Math.max(0, drawn.cursor.top ?? 0) });
  }

  remove(): void {
    this.#resizing.disconnect();
    this.#unwatch();
    this.#drawn.destroy();
  }

  #options({ lines, valueText }: ChartProps, onCursor: (index: number) => void): uPlot.Options {
    const colour = (name: string, opacity = 1): string => {
      // A variable is text; the colour of an element is one that a canvas understands.
      this.place.style.color = `var(${name})`;
      return getComputedStyle(this.place).color.replace(/^rgb\((.*)\)$/, `rgba($1, ${opacity})`);
    };
    const axis = { font: FONT, stroke: () => colour('--soft'), ticks: { show: false } };
    const bands: uPlot.Band[] = [];
    const series: uPlot.Series[] = [{}];
    for (const { name, tone, stepped: isStepped, band } of lines) {
      const stroke = (): string => colour(COLOUR_OF[tone]);
      series.push({ label: name, stroke, width: 2, ...(isStepped && { paths: stepped }) });
      if (!band) continue;
      const edge: uPlot.Series = { stroke: 'transparent', width: 0, points: { show: false } };
      bands.push({ series: [series.length, series.length + 1], fill: () => colour(COLOUR_OF[tone], 0.15) });
      series.push({ ...edge, label: `${name}, high` }, { ...edge, label: `${name}, low` });
    }
    return {
      ...sizeOf(this.place),
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 8 } },
      series,
      bands,
      axes: [
        {
          ...axis,
          size: 34,
          grid: { show: false },
          space: 80,
          values: (_, splits, __, ___, step) => splits.map(dayText(step)),
        },
        {
          ...axis,
          size: 64,
          grid: { stroke: () => colour('--line'), width: 1 },
          values: (_, splits) => splits.map((value) => valueText(value).replace(/\.00$/, '')),
        },
      ],
      hooks: {
        setCursor: [({ cursor: { idx } }) => idx != null && onCursor(idx)],
      },
    };
  }
}

function dayText(stepSeconds: number): (seconds: number) => string {
  const format = stepSeconds >= 365 * DAY_SECONDS ? YEAR : stepSeconds >= 28 * DAY_SECONDS ? MONTH : DAY;
  return (seconds) => format.format(seconds * 1000);
}

function sizeOf({ clientWidth, clientHeight }: HTMLElement): { width: number; height: number } {
  return { width: clientWidth, height: clientHeight };
}

function dataOf({ at, lines }: ChartProps): uPlot.AlignedData {
  return [
    at.map((position) => Date.parse(position) / 1000),
    ...lines.flatMap(({ values, band }) => (band ? [values, band.high, band.low] : [values])),
  ] as uPlot.AlignedData;
}
