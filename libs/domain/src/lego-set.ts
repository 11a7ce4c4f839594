import type { EpochDay } from './day.ts';
import type { Cents } from './money.ts';

/** Package size and weight; a box whose measures are not all known is null as a whole. */
export interface Box {
  readonly widthMm: number;
  readonly heightMm: number;
  readonly depthMm: number;
  readonly weightG: number;
}

/** What the catalogue knows of a set. Null means unknown, never zero. */
export interface LegoSet {
  /** Canonical, with its variant: `75192-1`. */
  readonly setNumber: string;
  readonly title: string;
  readonly theme: string;
  readonly subtheme: string | null;
  readonly year: number | null;
  readonly pieces: number;
  readonly imageUrl: string | null;
  readonly upc: string | null;
  readonly ean: string | null;
  readonly msrpCents: Cents | null;
  readonly releaseDay: EpochDay | null;
  readonly exitDay: EpochDay | null;
  readonly box: Box | null;
}
