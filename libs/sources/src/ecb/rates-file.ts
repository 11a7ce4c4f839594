import { type EpochDay, parseIsoDay } from '@brickmarket/domain';
import type { ExchangeRate } from '@brickmarket/persistence-ports';
import { excerptOf } from '../shared/calls.ts';
import { SourceFault } from '../shared/source-fault.ts';

const CUBE = /<Cube\b([^>]*)>/g;
const ATTRIBUTE = /(\w+)\s*=\s*(?:'([^']*)'|"([^"]*)")/g;
const RATE = /^\d{1,9}(\.\d{1,9})?$/;

/** Rates of a file, in either kind of quotes. Throws SourceFault if it has none. */
export function readRates(body: Buffer): readonly ExchangeRate[] {
  const rates: ExchangeRate[] = [];
  let day: EpochDay | null = null;
  for (const [, text] of body.toString().matchAll(CUBE)) {
    const given = Object.fromEntries(
      [...text!.matchAll(ATTRIBUTE)].map(([, name, single, double]) => [name!, single ?? double!]),
    );
    if (given['time'] !== undefined) day = parseIsoDay(given['time']);
    const [currency, rate] = [given['currency'] ?? '', given['rate'] ?? ''];
    if (day === null || !/^[A-Z]{3}$/.test(currency) || !RATE.test(rate) || Number(rate) === 0) continue;
    rates.push({ day, currency, rate: Number(rate) });
  }
  if (rates.length === 0) throw new SourceFault('nonsense', `ECB sent no exchange rates: ${excerptOf(body)}`);
  return rates;
}
