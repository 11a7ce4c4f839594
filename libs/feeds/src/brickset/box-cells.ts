import { type Box, roundHalfAwayFromZero } from '@brickmarket/domain';
import type { Row } from '../reading/row.ts';

// Exports of floating-point numbers have up to seventeen digits, and an exponent when they are small.
const MEASURE = /^\d{1,4}(?:[.,]\d{1,20})?(?:[eE]-\d{1,2})?$/;

/** Where a box is described: centimetres and kilograms. */
export interface BoxColumns {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly weight: number;
}

/** The box in whole millimetres and grams; null unless all four measures are known and more than 0. */
export function readBox(row: Row, columns: BoxColumns): Box | null {
  const box = {
    widthMm: measure(row, columns.width, 10),
    heightMm: measure(row, columns.height, 10),
    depthMm: measure(row, columns.depth, 10),
    weightG: measure(row, columns.weight, 1000),
  };
  return Object.values(box).every((value) => value > 0) ? box : null;
}

function measure(row: Row, column: number, unitsEach: number): number {
  const text = row.text(column);
  if (MEASURE.test(text)) return roundHalfAwayFromZero(Number(text.replace(',', '.')) * unitsEach);
  if (text !== '') row.warn(`${JSON.stringify(text)} is no measure in centimetres or kilograms: the box is left out`);
  return 0;
}
