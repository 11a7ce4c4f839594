import { readFile } from 'node:fs/promises';
import { NotFoundError } from '@brickmarket/domain';
import { Extensions } from '@brickmarket/service-runtime/extensions';
import { Controller, Get, Header, Param } from '@nestjs/common';
import { Public } from './signed-in.guard.ts';

/** Public: scripts contain no data. */
@Public()
@Controller('account/x')
export class PageScriptsController {
  constructor(private readonly extensions: Extensions) {}

  @Get(':name/page.js')
  @Header('content-type', 'text/javascript; charset=utf-8')
  @Header('cache-control', 'no-cache')
  getScript(@Param('name') name: string): Promise<string> {
    const page = this.extensions.all.find((extension) => extension.name === name)?.page;
    if (page === undefined) throw new NotFoundError('there is no such page');
    return readFile(page.script, 'utf8');
  }
}
