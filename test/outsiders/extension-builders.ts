import { Deprecated, type Extension, QuotaCost } from '@brickmarket/extension';
import { Controller, Get } from '@nestjs/common';

/** An extension without any part. */
export const AN_EXTENSION = { extensionVersion: 1, name: 'sample' } as const satisfies Extension;

@Controller()
export class Old {
  @Get('old')
  @QuotaCost(1)
  @Deprecated({
    since: new Date('2026-10-01T00:00:00Z'),
    sunset: new Date('2027-04-01T00:00:00Z'),
    documentation: 'https://shop.example/new',
  })
  old(): object {
    return {};
  }
}

@Controller()
export class Broken {
  @Get('throws')
  @QuotaCost(5)
  throws(): never {
    throw new TypeError('a secret of the extension');
  }
}
