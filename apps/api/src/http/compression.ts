import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

const WORTH_IT_BYTES = 1_024;
/** As fast as gzip, and smaller. */
const BROTLI_QUALITY = 4;

/** Packs answers for clients that ask for it, where it is worth it. */
export async function useCompression(app: NestFastifyApplication): Promise<void> {
  await app.register(compress, { threshold: WORTH_IT_BYTES, encodings: ['br', 'gzip'], brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } } });
}
