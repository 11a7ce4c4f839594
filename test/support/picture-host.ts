import { crc32, deflateSync } from 'node:zlib';
import type { ServerResponse } from 'node:http';

const [WIDTH, HEIGHT] = [300, 200];
const MARGIN = 40;

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A box of one color on white, as catalogs show sets. */
export function aPicture([red, green, blue]: readonly [number, number, number]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(HEIGHT * (1 + 3 * WIDTH), 255);
  for (let y = 0; y < HEIGHT; y++) {
    const row = y * (1 + 3 * WIDTH);
    rows[row] = 0;
    if (y < MARGIN || y >= HEIGHT - MARGIN) continue;
    for (let x = MARGIN; x < WIDTH - MARGIN; x++) rows.set([red, green, blue], row + 1 + 3 * x);
  }
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export const send =
  (body: Buffer | string, type = 'image/png', status = 200) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, { 'content-type': type }).end(body);
