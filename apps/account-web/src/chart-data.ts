/** Which of the palette's colours a line has. */
export type Tone = 'main' | 'second' | 'quiet';

type Values = readonly (number | null)[];

/** One line of a chart. */
export interface ChartLine {
  readonly name: string;
  readonly tone: Tone;
  /** One for each position; null where there is none, which leaves a gap. */
  readonly values: Values;
  /** A range around the line, drawn as an area. */
  readonly band?: { readonly low: Values; readonly high: Values };
  /** The value stays the same until the next position, as a price does: drawn as steps. */
  readonly stepped?: boolean;
}

export interface ChartProps {
  /** What the chart shows: its name for people who do not see it. */
  readonly label: string;
  /** ISO days, months or instants, ascending. */
  readonly at: readonly string[];
  readonly lines: readonly ChartLine[];
  /** The position of today, where there are later ones: what is expected then is drawn dashed. */
  readonly today?: number | undefined;
  /** How a position is written: `15 Nov 2026`. */
  readonly atText: (at: string) => string;
  readonly valueText: (value: number) => string;
  /** What is said where a line has no value. */
  readonly noneText?: string;
  /** What the table's first column is called. */
  readonly atName?: string;
}

/** What is drawn with one stroke. */
export interface Stroke {
  readonly line: ChartLine;
  /** The line itself, or an edge of its range: the low one follows the high one. */
  readonly part: 'value' | 'high' | 'low';
  readonly isExpected: boolean;
  readonly values: Values;
}

/** The lines with the edges of their ranges; where some of it is expected, in two parts that meet today. */
export function strokesOf({ lines, today }: Pick<ChartProps, 'lines' | 'today'>): readonly Stroke[] {
  return lines.flatMap((line) => {
    const { values, band } = line;
    const strokes = (isExpected: boolean, isShown: (index: number) => boolean): readonly Stroke[] => {
      const part = (name: Stroke['part'], all: Values): Stroke => {
        const shown = all.map((value, index) => (isShown(index) ? value : null));
        return { line, part: name, isExpected, values: shown };
      };
      return [part('value', values), ...(band ? [part('high', band.high), part('low', band.low)] : [])];
    };
    if (today === undefined) return strokes(false, () => true);
    return [...strokes(false, (index) => index <= today), ...strokes(true, (index) => index >= today)];
  });
}

/** Positions whose neighbours have no value: a line through them has no length. */
export function isolatedPositions(values: Values): number[] {
  return values.flatMap((value, index) =>
    value !== null && (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null ? [index] : [],
  );
}
