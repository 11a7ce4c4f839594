import type { UnsoldHolding } from '@brickmarket/persistence-ports';
import { NULL_INTEGER, readIntegers } from '../database/integer-columns.ts';

const PER_HOLDING = 4;

/** Reads the list of holdings that the database keeps with each brickfolio, and adds them; the migration says what is in it. */
export function addHeldList(holdings: UnsoldHolding[], brickfolioId: number, text: string): void {
  const integers = readIntegers(text);
  for (let at = 0; at < integers.length; at += PER_HOLDING) {
    const item = integers[at]!;
    holdings.push({
      brickfolioId,
      setId: item >> 2,
      condition: (item & 2) === 0 ? 'sealed' : 'used',
      quantity: integers[at + 1]!,
      purchasePriceCents: knownOrNull(integers[at + 2]!),
      purchaseDay: knownOrNull(integers[at + 3]!),
      status: (item & 1) === 0 ? 'owned' : 'listed',
    });
  }
}

function knownOrNull(integer: number): number | null {
  return integer === NULL_INTEGER ? null : integer;
}
