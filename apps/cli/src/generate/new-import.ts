import { InvalidInputError } from '@brickmarket/domain';
import type { CheckoutChanges } from './checkout-changes.ts';

const NAME = /^[A-Za-z][A-Za-z0-9]*(?: [A-Za-z0-9]+)*$/;
const HEADING = /^[^'"\\,;\t\n]{1,40}$/;

/** File name and column headings of another program's collection. */
export interface NewImport {
  readonly source: string;
  readonly set: string;
  readonly quantity: string;
  readonly price: string | null;
}

/** Layout, list entry and test. */
export async function newImport(
  changes: CheckoutChanges,
  { source, ...headings }: NewImport,
): Promise<readonly string[]> {
  if (!NAME.test(source))
    throw new InvalidInputError(`${source} is not a valid source name: write it like "Brick Owl"`);
  for (const [option, heading] of Object.entries(headings))
    if (heading !== null && !HEADING.test(heading))
      throw new InvalidInputError(`--${option} must be the heading of a column, like "Set Number"`);
  const words = source.split(' ');
  const file = `${words.join('-').toLowerCase()}-collection`;
  const camel = words.map((word, index) => (index === 0 ? lowerFirst(word) : upperFirst(word))).join('');
  const layout = `${camel}CollectionLayout`;
  const folder = 'libs/feeds/src/collection';
  changes.create(`${folder}/${file}.ts`, layoutText({ source, ...headings }, layout));
  changes.create(`${folder}/${file}.spec.ts`, specText({ source, ...headings }));
  const reader = `${folder}/read-collection.ts`;
  await changes.insert(reader, `import { ${layout} } from './${file}.ts';`, { afterLast: /^import .*'\.\// });
  await changes.insert(reader, `    ${layout}(condition),`, { afterLast: /^ {4}\w+Layout(?:\(\w+\))?,$/ });
  return [
    `Read in ${folder}/${file}.ts what else a file has: condition, day of purchase, notes.`,
    `npm run jest -- ${folder}`,
  ];
}

const lowerFirst = (word: string): string => word[0]!.toLowerCase() + word.slice(1);
const upperFirst = (word: string): string => word[0]!.toUpperCase() + word.slice(1);

function layoutText({ source, set, quantity, price }: NewImport, layout: string): string {
  const columns = [['number', set], ['quantity', quantity], ...(price === null ? [] : [['price', price]])];
  const entry = 'bareEntry(row.setNumber(number), row.wholeNumber(quantity, 1), conditionOrReject(row, condition))';
  const push =
    price === null
      ? `entries.push(${entry});`
      : `const entry = ${entry};
        entries.push({ ...entry, holding: { ...entry.holding, purchasePriceCents: row.usdOrNull(price) } });`;
  return `import type { Layout } from '../reading/layout.ts';
import { bareEntry, type CollectionEntry, type CollectionOptions, conditionOrReject } from './collection-entry.ts';

/** A collection of ${source}: ${price === null ? 'numbers and counts' : 'numbers, counts and prices'}, no condition. */
export function ${layout}(condition: CollectionOptions): Layout<CollectionEntry> {
  return {
    name: '${source} collection',
    required: ['${set}', '${quantity}'],
    optional: [${price === null ? '' : `'${price}'`}],
    reader: (column) => {
      const [${columns.map(([name]) => name).join(', ')}] = [
        ${columns.map(([, heading]) => `column('${heading}')`).join(',\n        ')},
      ];
      return (row, entries) => {
        ${push}
      };
    },
  };
}
`;
}

function specText({ source, set, quantity, price }: NewImport): string {
  const heading = `${set},${quantity}${price === null ? '' : `,${price}`}`;
  const cell = price === null ? '' : ',12.50';
  return `import { readAll, TemporaryFolder } from '../testing/feed-files.ts';
import type { CollectionOptions } from './collection-entry.ts';
import { readCollection } from './read-collection.ts';

const folder = new TemporaryFolder();
const read = (rows: string, options?: CollectionOptions) =>
  readAll(readCollection(folder.write('collection.csv', \`${heading}\\n\${rows}\`), options));

describe('a collection of ${source}', () => {
  it('is recognized by its headings and read row by row', async () => {
    const { records, rejects } = await read('100-1,2${cell}\\n', { condition: 'sealed' });
    expect(rejects).toEqual([]);
    expect(records.map(({ holding }) => holding)).toEqual([
      {
        setNumber: '100-1',
        quantity: 2,
        condition: 'sealed',
        purchasePriceCents: ${price === null ? 'null' : '1_250'},
        purchaseDay: null,
        status: null,
        notes: null,
      },
    ]);
  });

  it('does not guess the condition, and rejects a row without a count', async () => {
    const { records, rejects } = await read('100-1,2${cell}\\n');
    expect([records, rejects.length]).toEqual([[], 1]);
    expect((await read('100-1,${cell}\\n', { condition: 'used' })).rejects).toHaveLength(1);
  });
});
`;
}
