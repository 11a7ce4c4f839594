import {
  DomainError,
  InvalidInputError,
  MAX_ID,
  MS_PER_DAY,
  parseIsoDay,
  parseRecordId,
  startOfDay,
} from '@brickmarket/domain';
import { isDiskFull } from '@brickmarket/service-runtime/disk';
import { CommanderError, InvalidArgumentError } from 'commander';
import { cliConfig } from '../config.ts';

export function print(asJson: boolean | undefined, json: unknown, text: string): void {
  const hex = (code: string): string => `\\u${code.padStart(4, '0')}`;
  process.stdout.write(`${asJson === true ? escapeControls(JSON.stringify(json), hex) : visible(text)}\n`);
}

export function warn(line: string): void {
  process.stderr.write(`${visible(line)}\n`);
}

/** Control and direction characters, except line feeds. */
const CONTROLS = /[\p{Bidi_Control}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/gu;

function escapeControls(text: string, written: (code: string) => string): string {
  return text.replaceAll(CONTROLS, (character) => written(character.codePointAt(0)!.toString(16)));
}

/** Escapes control characters of customer data, which would steer the operator's terminal. */
export function visible(text: string): string {
  return escapeControls(text, (code) => `\\u{${code}}`);
}

/** To the minute, UTC; a dash for null. */
export function formatMoment(moment: Date | null): string {
  return moment === null ? '-' : moment.toISOString().slice(0, 16).replace('T', ' ');
}

/** Aligned columns, or one line without rows. */
export function formatTable(headings: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  if (rows.length === 0) return '(none)';
  const lines = [headings, ...rows].map((row) => row.map((cell) => visible(String(cell)).replaceAll('\n', '\\u{a}')));
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  const isNumber = headings.map((_, column) => rows.every((row) => typeof row[column] === 'number'));
  const format = (line: readonly string[]): string =>
    line
      .map((cell, column) =>
        isNumber[column] === true ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
      )
      .join('  ')
      .trimEnd();
  return lines.map(format).join('\n');
}

const FAILED = 1;
const WRONG_USAGE = 2;

/** 1: failure; 2: wrong command line; 0: `--help`. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE;
  return error instanceof DomainError && error.kind === 'invalid' ? WRONG_USAGE : FAILED;
}

/** Without stack or password. */
export function explain(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return explain(error.errors[0]);
  const message = error instanceof Error ? error.message : String(error);
  if (isDiskFull(error)) return `a disk is full (${message}). ${roomAdvice()}`;
  if (message.includes('unsupported startup parameter'))
    return `${message}: a pooler answers at this address. If it is in session mode, add ?pooler=session to the address`;
  const { code, syscall } = error as { code?: string; syscall?: string };
  if (syscall === 'connect' || syscall === 'getaddrinfo' || /^(28|3D|08)/.test(code ?? ''))
    return `the database cannot be reached: ${message}`;
  return message.trim() === '' ? 'failed without saying why' : message;
}

function roomAdvice(): string {
  const { databaseUrl, dataDir } = cliConfig();
  return databaseUrl === null
    ? `Make room for ${dataDir}, by moving old files out of its folder backups for example, then run this again`
    : 'Make room where the file is written, and on the disk of the PostgreSQL at DATABASE_URL; then run this again';
}

/** Decimal digits only. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

export function recordNumber(text: string): number {
  const id = parseRecordId(text);
  if (id === null) throw new InvalidArgumentError(`It must be the number of a record, from 1 to ${MAX_ID}.`);
  return id;
}

/** End of that day, at most now; now by default. */
export function instantOfDay(text: string | undefined, now: Date): Date {
  if (text === undefined) return now;
  const day = parseIsoDay(text);
  if (day === null) throw new InvalidInputError(`--as-of must be a date such as 2026-11-15, not "${text}"`);
  return new Date(Math.min(now.getTime(), startOfDay(day).getTime() + MS_PER_DAY - 1));
}
