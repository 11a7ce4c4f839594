import {
  type Cents,
  type EpochDay,
  isMinifigNumber,
  isSetNumber,
  parseInstant,
  parseIsoDay,
  parseUsd,
  startOfDay,
  plainName,
} from '@brickmarket/domain';
import { unmarked } from '../writing/text-mark.ts';
import type { RawRow, Separator } from './csv-splitter.ts';

const WHOLE_NUMBER = /^\d{1,9}$/;
/** Amounts are stored as 32-bit cents. */
const MAX_CENTS = 2_000_000_000;
const MORE_THAN_TWO_DECIMALS = /\.\d\d\d*[1-9]\d*$/;
const THOUSANDS_OR_DECIMALS = /^-?\$?\d{1,3}[.,]\d{3}$/;
const DOLLARS = new Set(['', '$', 'US$', 'USD', 'USD$']);
const UNIT = /^[\p{L}\p{Sc}.]{1,4}$/u;
/** `12,34` and `1.234,50`: at most two digits after the comma exclude thousands. */
const DECIMAL_COMMA = /^(-?\$?)(\d{1,9}|\d{1,3}(?:\.\d{3}){1,2}),(\d{1,2})$/;

/** A bad cell rejects the row and returns a placeholder, so layouts check nothing. Column -1 reads as empty. */
export class Row {
  readonly #header: readonly string[];
  #cells: readonly string[] = [];
  problem: string | null = null;
  readonly warnings: string[] = [];

  constructor(
    header: readonly string[],
    private readonly separator: Separator | null,
    private readonly hasMarks = true,
  ) {
    this.#header = header;
  }

  /** Reuses one object per file, which saves an allocation per row. */
  moveTo(raw: RawRow): void {
    this.#cells = raw.cells;
    this.problem = raw.damage;
    if (this.warnings.length > 0) this.warnings.length = 0;
  }

  reject(reason: string): void {
    this.problem ??= reason;
  }

  warn(reason: string): void {
    this.warnings.push(reason);
  }

  /** Trims invisible characters, except in marked cells. */
  text(column: number): string {
    // Index -1 would be a slow property lookup.
    const cell = column < 0 ? '' : (this.#cells[column] ?? '');
    return (this.separator !== null && this.hasMarks ? unmarked(cell) : null) ?? trimInvisible(cell);
  }

  textOrNull(column: number): string | null {
    return this.text(column) || null;
  }

  requiredText(column: number): string {
    const text = this.text(column);
    if (text === '') this.#refuse(column, 'fill it in');
    return text;
  }

  requiredName(column: number): string {
    return plainName(this.requiredText(column));
  }

  nameOrNull(column: number): string | null {
    return plainName(this.text(column)) || null;
  }

  /** Accepts a number sign, other dashes, and spaces around them. */
  setNumber(column: number): string {
    const given = this.text(column);
    const text = /^#|[\s‐-―−]/.test(given) ? given.replace(/^#\s*/, '').replaceAll(/\s*[‐-―−-]\s*/g, '-') : given;
    if (!isSetNumber(text)) this.#refuse(column, 'write a set number like 75192-1');
    return text;
  }

  minifigNumber(column: number, example = 'fig-000001'): string {
    const text = this.text(column);
    if (!isMinifigNumber(text)) this.#refuse(column, `write a minifig number like ${example}`);
    return text;
  }

  wholeNumber(column: number, least = 0): number {
    return (
      this.wholeNumberOrNull(column, least) ?? this.#refuse(column, `write a whole number, at least ${least}`) ?? 0
    );
  }

  wholeNumberOrNull(column: number, least = 0): number | null {
    const text = this.text(column);
    if (text === '') return null;
    if (WHOLE_NUMBER.test(text) && Number(text) >= least) return Number(text);
    return this.#refuse(column, `write a whole number, at least ${least}`);
  }

  /** Exact cents: more than two decimals are rejected. */
  usd(column: number): Cents {
    return this.usdOrNull(column) ?? this.#refuse(column, 'write dollars like 12.34') ?? 0;
  }

  usdOrNull(column: number): Cents | null {
    return this.#exact(column) ? this.roundedUsdOrNull(column) : null;
  }

  /** Cents, rounded half away from zero. Null: empty. */
  roundedUsdOrNull(column: number): Cents | null {
    const text = this.text(column);
    if (text === '') return null;
    const cents = this.#amount(column, text);
    if (cents === null || cents < 0) return this.#refuse(column, 'write dollars like 12.34');
    return cents > MAX_CENTS ? this.#refuse(column, 'an amount is at most 20,000,000') : cents;
  }

  /** Exact, may be negative; empty is 0. */
  signedUsd(column: number): Cents {
    return this.signedUsdOrNull(column) ?? 0;
  }

  signedUsdOrNull(column: number): Cents | null {
    const text = this.text(column);
    if (text === '' || !this.#exact(column)) return null;
    return this.#amount(column, text) ?? this.#refuse(column, 'write dollars like 12.34 or -12.34');
  }

  /** Amount in another currency, as written. Null: dollars, empty, or no amount. */
  foreignAmount(column: number, currency = ''): string | null {
    const text = this.text(column);
    if (!/\d/.test(text)) return null;
    const unit = text.replaceAll(/[\d.,'’\s+-]/g, '');
    if (!DOLLARS.has(unit)) return UNIT.test(unit) ? text : null;
    return DOLLARS.has(currency.toUpperCase()) ? null : `${text} ${currency}`;
  }

  /** Positive cents. */
  price(column: number): Cents {
    return this.priceOrNull(column) ?? this.#refuse(column, 'write dollars like 12.34') ?? 0;
  }

  priceOrNull(column: number): Cents | null {
    const cents = this.roundedUsdOrNull(column);
    return cents === 0
      ? this.#refuse(column, 'a price is more than 0; leave the cell empty when there is none')
      : cents;
  }

  /** Instant with offset, or a day as its start in UTC. */
  instant(column: number): Date {
    const text = this.text(column);
    const day = text.length === 10 ? parseIsoDay(text) : null;
    const instant = day === null ? parseInstant(text) : startOfDay(day);
    if (instant === null) this.#refuse(column, 'write a time like 2026-11-15T03:00:00Z');
    return instant ?? new Date(0);
  }

  dayOrNull(column: number, parse: (text: string) => EpochDay | null, example: string): EpochDay | null {
    const text = this.text(column);
    return text === '' ? null : (parse(text) ?? this.#refuse(column, `write a day like ${example}`));
  }

  day(column: number, parse: (text: string) => EpochDay | null, example: string): EpochDay {
    return this.dayOrNull(column, parse, example) ?? this.#refuse(column, `write a day like ${example}`) ?? 0;
  }

  oneOf<V extends string>(column: number, values: readonly V[]): V {
    const found = this.oneOfOrNull(column, values);
    if (found === null) this.#refuse(column, `write one of ${values.join(', ')}`);
    return found ?? values[0]!;
  }

  oneOfOrNull<V extends string>(column: number, values: readonly V[]): V | null {
    const text = this.text(column);
    if (text === '') return null;
    for (const value of values) if (value === text) return value;
    const lowered = text.toLowerCase();
    return values.find((value) => value === lowered) ?? this.#refuse(column, `write one of ${values.join(', ')}`);
  }

  /** Rejects the row for more than two decimals. */
  #exact(column: number): boolean {
    const text = this.text(column);
    if (!MORE_THAN_TWO_DECIMALS.test(text) || this.#isAmbiguous(text)) return true;
    this.#refuse(column, 'write dollars with at most two decimals, like 12.34');
    return false;
  }

  /** Null: no amount. Rejects an ambiguous amount: a wrong guess is off by 1000. */
  #amount(column: number, text: string): Cents | null {
    if (this.#isAmbiguous(text))
      return this.#refuse(column, 'can be read as thousands and as decimals: write dollars like 1234.00');
    const bare = /US/i.test(text) ? text.replace(/^US(?=\$)|^USD\s*|\s*USD$/i, '') : text;
    const comma = bare.includes(',') ? DECIMAL_COMMA.exec(bare) : null;
    return parseUsd(comma ? `${comma[1]!}${comma[2]!.replaceAll('.', '')}.${comma[3]!}` : bare);
  }

  /** With other separators than the comma, commas may be decimal and points separate thousands. */
  #isAmbiguous(text: string): boolean {
    return this.separator !== null && this.separator !== ',' && THOUSANDS_OR_DECIMALS.test(text);
  }

  #refuse(column: number, advice: string): null {
    const text = this.text(column);
    const name = this.#header[column] ?? 'a column';
    this.reject(
      text === '' ? `${name} is empty: ${advice}` : `${name} is ${JSON.stringify(shortened(text))}: ${advice}`,
    );
    return null;
  }
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

const INVISIBLE_ENDS = /^[\p{White_Space}\p{Cf}\p{Cc}]+|[\p{White_Space}\p{Cf}\p{Cc}]+$/gu;

/** Trims white space, control and formatting characters (U+200E, zero-width spaces, byte order marks). */
export function trimInvisible(text: string): string {
  if (text === '' || (isPlain(text.charCodeAt(0)) && isPlain(text.charCodeAt(text.length - 1)))) return text;
  return text.replace(INVISIBLE_ENDS, '');
}

function isPlain(code: number): boolean {
  return code > 0x20 && code < 0x7f;
}
