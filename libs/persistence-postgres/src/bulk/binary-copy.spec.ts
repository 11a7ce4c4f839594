import * as fc from 'fast-check';
import { BINARY_END, BINARY_START, binaryRows } from './binary-copy.ts';

function rowOf(fields: readonly (Uint8Array | null)[]): Buffer {
  const start = Buffer.alloc(2);
  start.writeInt16BE(fields.length);
  return Buffer.concat([
    start,
    ...fields.flatMap((field) => {
      const length = Buffer.alloc(4);
      length.writeInt32BE(field?.length ?? -1);
      return field === null ? [length] : [length, field];
    }),
  ]);
}

it('cuts rows the same way wherever the chunks are cut', async () => {
  const rows = fc.array(
    fc.array(fc.option(fc.uint8Array({ maxLength: 8 })), { minLength: 1, maxLength: 3 }).map(rowOf),
    { maxLength: 6 },
  );
  await fc.assert(
    fc.asyncProperty(rows, fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), async (sent, sizes) => {
      async function* chunks(): AsyncGenerator<Buffer> {
        const bytes = Buffer.concat([BINARY_START, ...sent, BINARY_END]);
        for (let at = 0, chunk = 0; at < bytes.length; at += sizes[chunk++ % sizes.length]!)
          yield bytes.subarray(at, at + sizes[chunk % sizes.length]!);
      }
      const received: Buffer[] = [];
      for await (const batch of binaryRows(chunks())) received.push(...batch);
      expect(received).toEqual(sent);
    }),
  );
});
