import uPlot from 'uplot';
import { onColours } from './appearance.ts';
import { type ChartProps, isolatedPositions, type Stroke, strokesOf, type Tone } from './chart-data.ts';

const DAY_SECONDS = 86_400;
const FONT = 'system-ui, sans-serif';
const FONT_PX = 12;
/** Dash and gap lengths of expected values. */
const DASH = [6, 4];
const COLOUR_OF: Readonly<Record<Tone, string>> = { main: '--brick', second: '--good', quiet: '--bar' };
const stepped = uPlot.paths.stepped!({ align: 1 });

const YEAR = new Intl.DateTimeFormat('en-GB', { year: 'numeric', timeZone: 'UTC' });
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short', year: '2-digit', timeZone: 'UTC' });
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Draws with uPlot in the page's colors while its element exists. */
export class Plot {
  readonly #drawn: uPlot;
  readonly #resizing: ResizeObserver;
  // Colors are read at every drawing.
  readonly #unwatch = onColours(() => this.#drawn.redraw(true, true));

  constructor(
    private readonly place: HTMLElement,
    props: ChartProps,
    onCursor: (index: number) => void,
  ) {
    const strokes = strokesOf(props);
    const at = props.at.map((position) => Date.parse(position) / 1000);
    const data = [at, ...strokes.map(({ values }) => values)] as uPlot.AlignedData;
    this.#drawn = new uPlot(this.#options(props, strokes, onCursor), data, place);
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

  #colour(name: string, opacity = 1): string {
    // Resolves a CSS variable to a color that a canvas accepts.
    this.place.style.color = `var(${name})`;
    return getComputedStyle(this.place).color.replace(/^rgb\((.*)\)$/, `rgba($1, ${opacity})`);
  }

  #options(
    { today, valueText }: ChartProps,
    strokes: readonly Stroke[],
    onCursor: (index: number) => void,
  ): uPlot.Options {
    const axis = { font: `${FONT_PX}px ${FONT}`, stroke: () => this.#colour('--soft'), ticks: { show: false } };
    return {
      ...sizeOf(this.place),
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 8 } },
      series: [{}, ...strokes.map((stroke) => this.#series(stroke))],
      bands: strokes.flatMap(({ line, part, isExpected }, index) => {
        const fill = (): string => this.#colour(COLOUR_OF[line.tone], isExpected ? 0.08 : 0.15);
        return part === 'high' ? [{ series: [index + 1, index + 2], fill }] : [];
      }),
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
          grid: { stroke: () => this.#colour('--line'), width: 1 },
          values: (_, splits) => splits.map((value) => valueText(value).replace(/\.00$/, '')),
        },
      ],
      hooks: {
        setCursor: [({ cursor: { idx } }) => idx != null && onCursor(idx)],
        drawAxes: today === undefined ? [] : [(drawn) => this.#markToday(drawn, today)],
      },
    };
  }

  #series({ line: { name, tone, stepped: isStepped }, part, isExpected, values }: Stroke): uPlot.Series {
    const stroke = (): string => this.#colour(COLOUR_OF[tone]);
    const dash = isExpected && { dash: DASH };
    if (part === 'value') {
      const points = { show: true, size: 7, fill: stroke, filter: () => isolatedPositions(values) };
      return { label: name, stroke, width: 2, points, ...dash, ...(isStepped && { paths: stepped }) };
    }
    const edge = isExpected ? { stroke, width: 1, ...dash } : { stroke: 'transparent', width: 0 };
    // The cursor uses these points too.
    return { label: `${name}, ${part}`, ...edge, points: { show: false, stroke: 'transparent' } };
  }

  #markToday(drawn: uPlot, today: number): void {
    const { ctx, bbox } = drawn;
    const x = drawn.valToPos(drawn.data[0][today]!, 'x', true);
    ctx.save();
    ctx.fillStyle = this.#colour('--soft');
    ctx.fillRect(Math.round(x), bbox.top, devicePixelRatio, bbox.height);
    ctx.font = `${FONT_PX * devicePixelRatio}px ${FONT}`;
    ctx.textAlign = 'right';
    ctx.textBaseline = 'top';
    ctx.fillText('Today', x - 5 * devicePixelRatio, bbox.top);
    ctx.restore();
  }
}

function dayText(stepSeconds: number): (seconds: number) => string {
  const format = stepSeconds >= 365 * DAY_SECONDS ? YEAR : stepSeconds >= 28 * DAY_SECONDS ? MONTH : DAY;
  return (seconds) => format.format(seconds * 1000);
}

function sizeOf({ clientWidth, clientHeight }: HTMLElement): { width: number; height: number } {
  return { width: clientWidth, height: clientHeight };
}
