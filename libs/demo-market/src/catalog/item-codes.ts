import { gs1CheckDigit } from '@brickmarket/domain';

const CODE_SPACE = 2_147_483_647; // a prime
const EAN_SPACE = 999_999_937; // a prime
const ASIN_ALPHABET = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** UPC of number system 4, reserved for in-store use: never a real product's. */
export function upcFor(ordinal: number, salt: number): string {
  return withCheckDigit(`4${String(scatter(ordinal, salt, CODE_SPACE)).padStart(10, '0')}`);
}

/** EAN with prefix 952, reserved for demonstrations: never a real product's. */
export function eanFor(ordinal: number, salt: number): string {
  return withCheckDigit(`952${String(scatter(ordinal, salt + 1, EAN_SPACE)).padStart(9, '0')}`);
}

export function asinFor(ordinal: number, salt: number): string {
  let rest = scatter(ordinal, salt + 2, CODE_SPACE);
  let code = '';
  for (let i = 0; i < 8; i++) {
    code = ASIN_ALPHABET[rest % ASIN_ALPHABET.length]! + code;
    rest = Math.floor(rest / ASIN_ALPHABET.length);
  }
  return `D0${code}`;
}

function withCheckDigit(body: string): string {
  return body + String(gs1CheckDigit(body));
}

/** Permutes 0..size-1: multiplication modulo a prime, then a shift. */
export function scatter(ordinal: number, salt: number, primeSize: number): number {
  return (ordinal * 48_271 + salt) % primeSize;
}
