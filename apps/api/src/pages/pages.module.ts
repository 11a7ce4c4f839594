import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Controller, Get, Header, Headers, Res, Module, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { fastify, type FastifyReply, type FastifyRequest } from 'fastify';
import { OutsideContract } from '../http/contract.ts';
import { landingPage } from './landing-page.ts';
import { PageHeaders, pageShell } from './page-shell.ts';

/** The reference leaves room for the header, and decides itself when it is dark. */
const STYLE = `
:root{--scalar-custom-header-height:var(--header)}
.site>div{max-width:none;padding:0 1.2rem}
#reference:empty::before{content:"Loading the reference …";display:block;padding:3rem}
noscript p{padding:0 clamp(1rem,4vw,2rem)}
`;

/** The reference: an empty page that its script fills. */
const DOCS_PAGE = pageShell({
  path: '/docs',
  title: 'Brickmarket API reference',
  description: 'Every route of the Brickmarket API, to read and to try.',
  style: STYLE,
  body: `<div id="content"><div id="reference"></div></div>
<noscript><p>The reference needs JavaScript. The same contract, for machines: <a \
href="/openapi.json">/openapi.json</a></p></noscript>
<script src="/docs/reference.js"></script>
<script src="/docs/start.js"></script>`,
});

const SETTINGS = {
  // Nothing from outside, nothing to outside.
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  // The key is entered once and kept in this browser.
  persistAuth: true,
  authentication: { preferredSecurityScheme: 'apiKey' },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  documentDownloadType: 'json',
  defaultOpenFirstTag: true,
  customCss: '.light-mode{--scalar-color-accent:#c2410c}.dark-mode{--scalar-color-accent:#f97316}',
};

/** Starts the reference on the document of this very service, and says in the quick start where that is. */
const DOCS_START = `(async () => {
  const content = await (await fetch('/openapi.json')).json();
  content.info.description = content.info.description.replaceAll('$BRICKMARKET_URL', location.origin + '/api/v1');
  Scalar.createApiReference('#reference', { content, ...${JSON.stringify(SETTINGS)} });
})();
`;

/** The program of the reference, as it is sent. */
interface ReferenceScript {
  readonly plain: Buffer;
  readonly gzipped: Buffer;
  readonly etag: string;
}

let loaded: Promise<ReferenceScript> | null = null;

/** Some megabytes that few clients request: loaded at the first request and compressed once. */
function referenceScript(): Promise<ReferenceScript> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<ReferenceScript> {
  const { default: apiReference } = await import('@scalar/fastify-api-reference');
  // The package hands its script out by a route only, so a router that never listens is asked for it.
  const shelf = fastify();
  await shelf.register(apiReference, { routePrefix: '/', configuration: { url: '/openapi.json' } });
  const { rawPayload: plain } = await shelf.inject('/js/scalar.js');
  return {
    plain,
    gzipped: await promisify(gzip)(plain),
    etag: `"${createHash('sha1').update(plain).digest('base64url')}"`,
  };
}

const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

/** The contract for people, to read and to try. */
@ApiExcludeController()
@Controller('docs')
class DocsController {
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
    const isGzip = /\bgzip\b/.test(accepted ?? '');
    // Without a content-encoding the compression plugin would compress it again for each request.
    await reply.header('content-encoding', isGzip ? 'gzip' : 'identity').send(isGzip ? gzipped : plain);
  }
}

const HOST = /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i;

/** Where somebody lands who opens the address in a browser. */
@ApiExcludeController()
@Controller()
class LandingController {
  @Get()
  @OutsideContract()
  @PageHeaders()
  getLandingPage(@Req() request: FastifyRequest): string {
    // The client says how it reached us; it is printed only when it can be nothing but an address.
    return landingPage(HOST.test(request.host) ? `${request.protocol}://${request.host}` : '{base_url}');
  }
}

/** What the service shows to people. */
@Module({ controllers: [LandingController, DocsController] })
export class PagesModule {}
