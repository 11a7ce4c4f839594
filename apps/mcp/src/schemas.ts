import { fromJsonSchema, type JsonSchemaType, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { naming } from './arguments.ts';

/** Bounds are checked by the API. */
interface Page {
  readonly limit?: number;
  readonly offset?: number;
}

export interface ToolArguments {
  readonly find_sets: Page & { readonly query: string; readonly kind?: 'set' | 'minifig' };
  readonly get_sets: { readonly sets?: readonly string[]; readonly minifigs?: readonly string[] };
  readonly value_history: { readonly set_number: string; readonly condition?: 'sealed' | 'used'; offset?: number };
  readonly value_forecast: { readonly set_number: string };
  readonly what_changed: { readonly after?: string; readonly limit?: number };
  readonly retail_prices: { readonly set_number?: string; readonly asin?: string; readonly upc?: string };
  readonly my_collection: Page & { readonly brickfolio_id?: number; readonly ranges?: boolean };
  readonly my_performance: { readonly period?: '30d' | '90d' | '1y' };
  readonly my_sales: Page;
  readonly explain_value: { readonly set_number: string };
}

export type ToolName = keyof ToolArguments;
type InputSchemas = {
  readonly [Name in ToolName]: StandardSchemaWithJSON<ToolArguments[Name], ToolArguments[Name]>;
};

/** Maximum rows per response: fits into 6,000 tokens with usual titles. */
export const MOST = {
  find_sets: 40,
  my_sales: 40,
  my_collection: 15,
  get_sets: 20,
  value_history: 60,
  what_changed: 60,
} as const;

const TEXT = { type: 'string' } as const;
const INTEGER = { type: 'integer' } as const;
const NUMBERS = { type: 'array', maxItems: 40, items: { type: 'string', maxLength: 30 } } as const;
const SET_NUMBER = { type: 'string', description: 'such as 75192-1' } as const;

/** Checks only own arguments. Rejects unknown ones: a misspelled `offset` would repeat the first page forever. */
function input<Name extends ToolName>(
  properties: Record<string, JsonSchemaType>,
  required: readonly string[] = [],
): StandardSchemaWithJSON<ToolArguments[Name], ToolArguments[Name]> {
  const schema = fromJsonSchema<ToolArguments[Name]>({
    type: 'object',
    properties,
    ...(required.length > 0 && { required: [...required] }),
    additionalProperties: false,
  });
  return naming(Object.keys(properties), schema);
}

function page(most: number): Record<string, JsonSchemaType> {
  return { limit: { ...INTEGER, maximum: most }, offset: INTEGER };
}

/** Built once: servers are created per HTTP request, and compiling schemas is slow. */
export const INPUT_SCHEMAS: InputSchemas = {
  find_sets: input<'find_sets'>({ query: TEXT, kind: { enum: ['set', 'minifig'] }, ...page(MOST.find_sets) }, [
    'query',
  ]),
  get_sets: input<'get_sets'>({ sets: NUMBERS, minifigs: NUMBERS }),
  value_history: input<'value_history'>(
    { set_number: SET_NUMBER, condition: { enum: ['sealed', 'used'] }, offset: { ...INTEGER, minimum: 0 } },
    ['set_number'],
  ),
  value_forecast: input<'value_forecast'>({ set_number: TEXT }, ['set_number']),
  what_changed: input<'what_changed'>({ after: TEXT, limit: { ...INTEGER, maximum: MOST.what_changed } }),
  retail_prices: input<'retail_prices'>({ set_number: TEXT, asin: TEXT, upc: TEXT }),
  my_collection: input<'my_collection'>({
    brickfolio_id: INTEGER,
    ranges: { type: 'boolean' },
    ...page(MOST.my_collection),
  }),
  my_performance: input<'my_performance'>({ period: { enum: ['30d', '90d', '1y'] } }),
  my_sales: input<'my_sales'>(page(MOST.my_sales)),
  explain_value: input<'explain_value'>({ set_number: TEXT }, ['set_number']),
};

const TYPES = {
  text: { type: 'string' },
  textOrNull: { type: ['string', 'null'] },
  number: { type: 'number' },
  numberOrNull: { type: ['number', 'null'] },
  flag: { type: 'boolean' },
  flagOrNull: { type: ['boolean', 'null'] },
} as const satisfies Record<string, JsonSchemaType>;

type Fields = Partial<Record<keyof typeof TYPES, string>>;

/** Fields by type, joined by `|`. Shared patterns save two thirds of the tokens. Further fields are allowed. */
function record(fields: Fields, nested: Record<string, JsonSchemaType> = {}): JsonSchemaType {
  const [properties, patternProperties]: Record<string, JsonSchemaType>[] = [{ ...nested }, {}];
  for (const [type, names] of Object.entries(fields) as [keyof typeof TYPES, string][]) {
    const isPattern = names.includes('(') || names.split('|').length > 2;
    if (isPattern) patternProperties![`^(${names})$`] = TYPES[type];
    else for (const name of names.split('|')) properties![name] = TYPES[type];
  }
  return {
    ...(Object.keys(properties!).length > 0 && { properties: properties! }),
    ...(Object.keys(patternProperties!).length > 0 && { patternProperties: patternProperties! }),
  };
}

function listOf(items: JsonSchemaType): JsonSchemaType {
  return { type: 'array', items };
}

/** Wraps a response in the fields that the server's instructions explain. */
function output(answer: JsonSchemaType): StandardSchemaWithJSON {
  return fromJsonSchema({
    type: 'object',
    properties: { answer },
    patternProperties: { '^(next|allowance)$': { type: ['object', 'null'] } },
    required: ['answer', 'next', 'allowance'],
  });
}

const SHORT_SET: Fields = {
  textOrNull: 'set_number|title|theme|data_tier|release_date|retire_date',
  numberOrNull: 'pieces|(msrp|new_value|used_value)_usd',
};
const RANGE = { value_range: record({ number: 'low|high', text: 'calculated_at' }) };

export const ANSWER_SCHEMAS = {
  find_sets: output(
    record(
      { number: 'total' },
      {
        results: listOf(
          record({
            textOrNull: 'set_number|title|theme|minifig_number|name|category',
            numberOrNull: 'pieces|year|year_released',
            flag: 'retired',
          }),
        ),
      },
    ),
  ),
  get_sets: output(
    record(
      {},
      {
        sets: listOf(record({ ...SHORT_SET, flag: 'found' }, RANGE)),
        minifigs: listOf(
          record(
            {
              textOrNull: 'minifig_number|name|color|category',
              numberOrNull: 'set_count|year_released|current_value_usd',
              flag: 'found',
            },
            { value_range: record({ number: 'low|high' }) },
          ),
        ),
      },
    ),
  ),
  value_history: output(
    record(
      { text: 'set_number|condition', number: 'months_in_all' },
      {
        months: listOf(
          record({ text: 'month', textOrNull: 'event', numberOrNull: 'value_usd|range_low|range_high|sales_count' }),
        ),
      },
    ),
  ),
  value_forecast: output({ type: 'object' }),
  what_changed: output(
    record(
      { text: 'cursor' },
      { changes: listOf(record({ textOrNull: 'type|number|renamed_to', flag: 'gone' }, { what: { type: 'array' } })) },
    ),
  ),
  retail_prices: output({
    type: ['object', 'null'],
    properties: { retailer_aExit: record({ numberOrNull: 'lowestFba|fbaSellers|buyBox|netFba' }) },
    patternProperties: {
      '^(setNumber|name|asin|upc|ean)$': TYPES.textOrNull,
      '^retailer_[ab]$': record({
        numberOrNull: 'price|lastChange|lowest',
        textOrNull: 'sellerType|changedAt',
        flagOrNull: 'flip1pTo3p|atLowest|inStock',
      }),
    },
  }),
  my_collection: output(
    record(
      { number: 'total_brickfolios|total_holdings' },
      {
        brickfolios: listOf(
          record({
            number: 'id|.*_(count|usd)',
            text: 'name',
            textOrNull: 'description',
          }),
        ),
        holdings: listOf(
          record(
            {
              numberOrNull: 'brickfolio_id|quantity|.*_(usd|pct)',
              textOrNull: 'set_number|title|condition|status|purchase_date|data_tier',
            },
            RANGE,
          ),
        ),
      },
    ),
  ),
  my_performance: output(
    record(
      { text: 'period' },
      {
        summary: {
          patternProperties: {
            '^(total_(sets|items)|.*_(usd|pct))$': TYPES.number,
            '^top_(gainer|loser)$': record({ textOrNull: 'set_number|title', numberOrNull: 'gain_pct|loss_pct' }),
          },
        },
        value_history: listOf(record({ text: 'date', number: '.*_(usd|pct)' })),
      },
    ),
  ),
  my_sales: output(
    record(
      { number: 'total' },
      {
        sales: listOf(
          record({
            text: 'set_number|title|platform|sale_date',
            numberOrNull: 'id|quantity|.*_(usd|pct)',
          }),
        ),
      },
    ),
  ),
  explain_value: output(record(SHORT_SET, { ...RANGE, meaning: { type: 'object' } })),
} as const satisfies Record<ToolName, unknown>;
