import { breaksOf } from './api-breaks.ts';

const SALE = 'export interface Sale { readonly cents: number; readonly note?: string }';

const HARMLESS: readonly (readonly [what: string, released: string, current: string])[] = [
  ['a new export', SALE, `${SALE}\nexport declare function net(sale: Sale): number;`],
  ['another order', 'export type A = 1;\nexport type B = 2;', 'export type B = 2;\nexport type A = 1;'],
  ['a new optional field', SALE, 'export interface Sale { cents: number; note?: string; readonly day?: number }'],
  [
    'a new optional parameter',
    'export declare function net(cents: number): number;',
    'export declare function net(cents: number, fee?: number): number;',
  ],
  [
    'a wider parameter',
    'export declare function net(cents: number): number;',
    'export declare function net(cents: number | null): number;',
  ],
  [
    'a narrower result',
    'export declare function net(cents: number): number | null;',
    'export declare function net(cents: number): number;',
  ],
  [
    'another name for a type that is not exported',
    'interface Inner { a: number }\nexport declare const inner: Inner;',
    'interface Other { a: number }\nexport declare const inner: Other;',
  ],
  [
    'a type that was written out and is imported now',
    'export declare const day: number;',
    "import { EpochDay } from '@brickmarket/domain';\nexport declare const day: EpochDay;",
  ],
];

type Sentences = readonly (string | RegExp)[];
const BREAKING: readonly (readonly [what: string, released: string, current: string, expected: Sentences])[] = [
  ['an export that is gone', `${SALE}\nexport declare const TAX = 1;`, SALE, ['TAX is gone']],
  [
    'a field that is gone',
    SALE,
    'export interface Sale { readonly note?: string }',
    ["Sale gives something else: Property 'cents' is missing in type 'Sale' but required in type 'Sale'."],
  ],
  [
    'a field that may be null now',
    SALE,
    'export interface Sale { readonly cents: number | null; readonly note?: string }',
    ["Sale gives something else: Type 'null' is not assignable to type 'number'."],
  ],
  [
    'a field that is required now',
    SALE,
    'export interface Sale { readonly cents: number; readonly note: string }',
    [/^Sale no longer accepts all that it accepted: /],
  ],
  [
    'a word that is no longer taken',
    "export type Status = 'owned' | 'sold';",
    "export type Status = 'owned';",
    [/^Status no longer accepts all that it accepted: /],
  ],
  [
    'a parameter that takes less',
    'export declare function net(cents: number | null): number;',
    'export declare function net(cents: number): number;',
    [/^net cannot be used as before: /],
  ],
  [
    'a parameter that must be given',
    'export declare function net(cents: number): number;',
    'export declare function net(cents: number, fee: number): number;',
    [/^net cannot be used as before: /],
  ],
  [
    'a method that takes less, which the compiler alone would let pass',
    'export declare class Ledger { add(cents: number | null): void }',
    'export declare class Ledger { add(cents: number): void }',
    [/^Ledger cannot be used as before: /, /^Ledger gives something else: /],
  ],
  [
    'a method that those who implement a port do not have',
    'export declare abstract class Store { abstract read(): Promise<string> }',
    'export declare abstract class Store { abstract read(): Promise<string>; abstract write(): Promise<void> }',
    [/^Store no longer accepts all that it accepted: Property 'write' is missing/],
  ],
  [
    'an overload that is gone',
    'export declare class Ledger { add(cents: number): void; add(text: string): void }',
    'export declare class Ledger { add(cents: number): void }',
    [/^Ledger cannot be used as before: /, /^Ledger gives something else: /],
  ],
  [
    'another parameter of a type',
    'export interface Page<Item> { readonly items: Item[] }',
    'export interface Page<Item, Key> { readonly items: Item[]; readonly key: Key }',
    ['Page<Item> has become Page<Item, Key>'],
  ],
  [
    'a field of a generic type that is gone',
    'export interface Page<Item extends string> { readonly items: Item[]; readonly total: number }',
    'export interface Page<Item extends string> { readonly items: Item[] }',
    [/^Page gives something else: Property 'total' is missing/],
  ],
  [
    'a class that is only a type now',
    'export declare class Ledger { readonly total: number }',
    'export interface Ledger { readonly total: number }',
    ['Ledger is no longer a value'],
  ],
];

describe('a change of a public API', () => {
  // Together: a program for each would read the compiler's libraries forty times.
  const breaks = breaksOf(
    [...HARMLESS, ...BREAKING].map(([, released, current]) => ({ folder: 'libs/portfolio', released, current })),
  );

  it.each(HARMLESS.map(([what], index) => [what, breaks[index]!] as const))('breaks nothing: %s', (_, found) => {
    expect(found).toEqual([]);
  });

  it.each(BREAKING.map(([what, , , expected], index) => [what, breaks[HARMLESS.length + index]!, expected] as const))(
    'is reported: %s',
    (_, found, expected) => {
      expect(found).toHaveLength(expected.length);
      for (const [index, sentence] of expected.entries()) expect(found[index]).toMatch(sentence);
    },
  );
});
