import { Controller, Get, Header, Headers, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { OutsideContract } from '../http/outside-contract.decorator.ts';
import { PageHeaders } from '../http/page-headers.ts';
import { DOCS_PAGE, DOCS_START } from './docs-page.ts';
import { referenceScript } from './reference-script.ts';

const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

/** The contract for people, to read and to try. */
@ApiExcludeController()
@Controller('docs')
export class DocsController {
  @Get()
  @OutsideContract()
  @PageHeaders()
  getDocs(): string {
    return DOCS_PAGE;
  }

  @Get('start.js')
  @OutsideContract()
  @Header('content-type', SCRIPT_TYPE)
  @Header('cache-control', 'no-cache')
  getStart(): string {
    return DOCS_START;
  }

  @Get('reference.js')
  @OutsideContract()
  async getReference(
    @Headers('if-none-match') known: string | undefined,
    @Headers('accept-encoding') accepted: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { plain, gzipped, etag } = await referenceScript();
    reply.headers({ 'content-type': SCRIPT_TYPE, 'cache-control': 'no-cache', vary: 'accept-encoding', etag });
    if (known === etag) {
      await reply.status(304).send();
      return;
    }
    const isPacked = /\bgzip\b/.test(accepted ?? '');
    // Without a name for its packing the answer would be packed again.
    await reply.header('content-encoding', isPacked ? 'gzip' : 'identity').send(isPacked ? gzipped : plain);
  }
}
