export type Tone = 'main' | 'second' | 'quiet';

type Values = readonly (number | null)[];

export interface ChartLine {
  readonly name: string;
  readonly tone: Tone;
  /** One per position; null leaves a gap. */
  readonly values: Values;
  /** Range drawn as an area. */
  readonly band?: { readonly low: Values; readonly high: Values };
  /** Drawn as steps, as for prices. */
  readonly stepped?: boolean;
}

export interface ChartProps {
  /** Accessible name. */
  readonly label: string;
  /** ISO days, months or instants, ascending. */
  readonly at: readonly string[];
  readonly lines: readonly ChartLine[];
  /** Position of today, after which lines are dashed. */
  readonly today?: number | undefined;
  /** Format of a position: `15 Nov 2026`. */
  readonly atText: (at: string) => string;
  readonly valueText: (value: number) => string;
  /** Text for a missing value. */
  readonly noneText?: string;
  /** Heading of the table's first column. */
  readonly atName?: string;
}

export interface Stroke {
  readonly line: ChartLine;
  /** The line, or an edge of its range, high before low. */
  readonly part: 'value' | 'high' | 'low';
  readonly isExpected: boolean;
  readonly values: Values;
}

/** Lines and range edges; split at today into known and expected. */
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

/** Positions without neighbors: a line through them has no length. */
export function isolatedPositions(values: Values): number[] {
  return values.flatMap((value, index) =>
    value !== null && (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null ? [index] : [],
  );
}
