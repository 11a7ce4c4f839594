import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';

/** CSV in chunks, for the browser to save under a name. */
export function csvFile(chunks: AsyncIterable<string>, name: string): StreamableFile {
  return new StreamableFile(Readable.from(chunks), {
    type: 'text/csv; charset=utf-8',
    disposition: `attachment; filename="${name}"`,
  });
}
