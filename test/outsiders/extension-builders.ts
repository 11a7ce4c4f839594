import { type Extension, QuotaCost } from '@brickmarket/extension';
import { Controller, Get } from '@nestjs/common';

/** An extension without any part. */
export const AN_EXTENSION = { extensionVersion: 1, name: 'sample' } as const satisfies Extension;

@Controller()
export class Broken {
  @Get('throws')
  @QuotaCost(5)
  throws(): never {
    throw new TypeError('a secret of the extension');
  }
}
