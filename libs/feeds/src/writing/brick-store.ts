import { formatUsd, type HoldingInFile } from '@brickmarket/domain';
import type { CollectionEntry } from '../collection/collection-entry.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<BrickStoreXML>\n <Inventory Currency="USD">\n';
const END = ' </Inventory>\n</BrickStoreXML>\n';

/** Unsold holdings as `.bsx`, in chunks; notes are its remarks. */
export async function* brickStoreText(batches: AsyncIterable<readonly CollectionEntry[]>): AsyncGenerator<string> {
  yield HEAD;
  for await (const batch of batches)
    yield batch
      .filter(({ holding }) => holding.status !== 'sold')
      .map(({ holding }) => itemOf(holding))
      .join('');
  yield END;
}

function itemOf(holding: HoldingInFile): string {
  const isSealed = holding.condition === 'sealed';
  const { purchasePriceCents: cost, notes } = holding;
  const fields: readonly (readonly [string, string | null])[] = [
    ['ItemID', holding.setNumber],
    ['ItemTypeID', 'S'],
    ['ColorID', '0'],
    ['ItemTypeName', 'Set'],
    ['Status', 'I'],
    ['Qty', String(holding.quantity)],
    ['Price', '0'],
    ['Condition', isSealed ? 'N' : 'U'],
    ['SubCondition', isSealed ? 'M' : null],
    ['Cost', cost === null ? null : formatUsd(cost)],
    ['Remarks', notes],
  ];
  const written = fields.flatMap(([name, text]) => (text === null ? [] : [`   <${name}>${escaped(text)}</${name}>\n`]));
  return `  <Item>\n${written.join('')}  </Item>\n`;
}

const NOT_IN_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

function escaped(text: string): string {
  return text.replaceAll(NOT_IN_XML, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
