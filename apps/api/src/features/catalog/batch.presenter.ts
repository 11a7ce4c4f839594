import type { JsonDocument } from '../../http/json-document.ts';
import { JsonText } from '../../http/json-text.ts';
import { type Batch, countItems } from './batch.ts';

type Documents = readonly (JsonDocument | null)[];

/** A batch's answer, put together from documents that are JSON already. */
export function presentBatch(batch: Batch, sets: Documents, minifigs: Documents): JsonText {
  const found = [...sets, ...minifigs].filter((document) => document !== null).length;
  const summary = JSON.stringify({ requested: countItems(batch), found });
  return new JsonText(
    `{"sets":[${items('set_number', batch.sets, sets)}],"minifigs":[${items('minifig_number', batch.minifigs, minifigs)}],"summary":${summary}}`,
  );
}

function items(nameOfNumber: string, asked: readonly string[], documents: Documents): string {
  return documents
    .map((document, index) =>
      document === null
        ? JSON.stringify({ [nameOfNumber]: asked[index], found: false })
        : `${document.json.slice(0, -1)},"found":true}`,
    )
    .join(',');
}
