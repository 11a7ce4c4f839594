import {
  type Cents,
  type EventFacts,
  formatUsd,
  type JsonSchema,
  parseIsoDay,
  type PayloadField,
  type RecordedEvent,
  type Retailer,
  type RetailerNames,
  RETAILERS,
  usdOrNull,
  writtenDay,
} from '@brickmarket/domain';

// Fields that event types share.

type Value<Facts extends EventFacts> = PayloadField<Facts>['value'];

/** Invalid days stay unchanged. */
export function dayInWords(isoDay: string): string {
  const day = parseIsoDay(isoDay);
  return day === null ? isoDay : writtenDay(day);
}

export const text = <Facts extends EventFacts>(
  description: string,
  example: string,
  value: Value<Facts>,
): PayloadField<Facts> => ({ schema: { type: 'string', description, examples: [example] }, value });

export const integer = <Facts extends EventFacts>(
  description: string,
  example: number,
  value: Value<Facts>,
): PayloadField<Facts> => ({ schema: { type: 'integer', description, examples: [example] }, value });

export const day = <Facts extends EventFacts>(description: string, value: Value<Facts>): PayloadField<Facts> => ({
  schema: { type: 'string', format: 'date', description, examples: ['2026-12-31'] },
  value,
});

export const oneOf = <Facts extends EventFacts>(
  description: string,
  words: readonly string[],
  value: Value<Facts>,
): PayloadField<Facts> => ({ schema: { type: 'string', enum: [...words], description, examples: [words[0]] }, value });

const usdSchema = (description: string, isNullable: boolean): JsonSchema => ({
  type: isNullable ? ['number', 'null'] : 'number',
  description: `${description}, in USD${isNullable ? '; null if unknown' : ''}`,
  examples: [79.99],
});

export const oldUsd = (description: string): PayloadField => ({
  schema: usdSchema(description, false),
  value: ({ oldCents }) => usdOrNull(oldCents),
});

export const newUsd = (description: string, { isNullable = false } = {}): PayloadField => ({
  schema: usdSchema(description, isNullable),
  value: ({ newCents }) => usdOrNull(newCents),
});

export type AboutSet = { readonly setNumber: string; readonly title: string };
export type AtRetailer = AboutSet & { readonly retailer: Retailer };

const MAX_TITLE = 500;

/** Cuts titles, as a payload has a few hundred bytes. */
export const SET_FIELDS = {
  set_number: text<AboutSet>('Number of the set', '75192-1', ({ facts }) => facts.setNumber),
  title: text<AboutSet>('Title of the set', 'Millennium Falcon', ({ facts }) => facts.title.slice(0, MAX_TITLE)),
};
export const RETAIL_FIELDS = {
  ...SET_FIELDS,
  retailer: oneOf<AtRetailer>('Retailer', RETAILERS, ({ facts }) => facts.retailer),
};

/** `75192-1 Millennium Falcon`. */
export const setName = ({ facts }: RecordedEvent<AboutSet>): string => `${facts.setNumber} ${facts.title}`;
export const setPage = ({ facts }: RecordedEvent<AboutSet>): string => `/sets/${encodeURIComponent(facts.setNumber)}`;
export const shopName = ({ facts }: RecordedEvent<AtRetailer>, names: RetailerNames): string => names[facts.retailer];

export const money = (cents: Cents | null): string => (cents === null ? 'an unknown price' : `$${formatUsd(cents)}`);

export const DAY_MINUTES = 1_440;
