import { Controller, Get, Global, Header, Headers, Res, Module, Req } from '@nestjs/common';
import { ApiExcludeController, type OpenAPIObject } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OutsideContract } from '../http/contract.ts';
import { WarmUp } from '../lifecycle/warm-up.ts';
import { ServedDocument } from '../openapi/openapi.module.ts';
import { contractInBrief } from './contract-in-brief.ts';
import { landingPage } from './landing-page.ts';
import { type PageFrame, PageFrames } from './page-frames.ts';
import { PageHeaders, pageShell } from './page-shell.ts';
import { PicturesController } from './pictures.ts';
import { referenceScript, unpackedReferenceScript } from './reference-script.ts';
import { SampleSet } from './sample-set.ts';
import { WellKnownController } from './well-known.ts';

/** Leaves space for the header; the reference has its own dark mode. */
const STYLE = `
:root{--scalar-custom-header-height:var(--header)}
.site>div{max-width:none;padding:0 1.2rem}
.brief{max-width:60rem;padding-top:1.6rem;padding-bottom:3rem}
.brief .lead{color:var(--soft);font-size:1.1rem}
.brief h2{margin:2rem 0 .4rem}
.brief p{margin:.4rem 0;max-width:44rem}
.brief ul{margin:.6rem 0 0;padding:0;list-style:none}
.brief li{padding:.35rem 0;border-top:1px solid var(--line)}
.brief code{overflow-wrap:anywhere}
`;

/** Routes as text until the script replaces it. */
const docsPage = (frame: PageFrame, contract: OpenAPIObject): string =>
  pageShell({
    path: '/docs',
    frame,
    title: 'Brickmarket API reference',
    description: 'Every route of the Brickmarket API, to read and to try.',
    style: STYLE,
    body: `<div id="content"><div id="reference"><main class="page brief">${contractInBrief(contract)}\
<noscript><p>Trying requests needs JavaScript. The same contract, for machines: <a \
href="/openapi.json">/openapi.json</a></p></noscript></main></div></div>
<script src="/docs/start.js" defer></script>`,
  });

const SETTINGS = {
  // Uses no other hosts.
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  // Stores the key in this browser.
  persistAuth: true,
  authentication: { preferredSecurityScheme: 'apiKey' },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  documentDownloadType: 'json',
  defaultOpenFirstTag: true,
  customCss: '.light-mode{--scalar-color-accent:#c2410c}.dark-mode{--scalar-color-accent:#f97316}',
};

/** Starts the reference after the text is painted, as the script takes seconds on slow machines. */
const DOCS_START = `(async () => {
  const asked = fetch('/openapi.json').then((answer) => answer.json());
  if (!document.hidden) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const script = document.createElement('script');
  script.src = '/docs/reference.js';
  const arrived = new Promise((resolve) => script.addEventListener('load', resolve));
  document.body.append(script);
  await arrived;
  const content = await asked;
  content.info.description = content.info.description.replaceAll('$BRICKMARKET_URL', location.origin + '/api/v1');
  document.getElementById('reference').replaceChildren();
  Scalar.createApiReference('#reference', { content, ...${JSON.stringify(SETTINGS)} });
})();
`;

const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

@ApiExcludeController()
@Controller('docs')
class DocsController {
  private page: { readonly hasDemo: boolean; readonly html: string } | null = null;

  constructor(
    private readonly frames: PageFrames,
    private readonly document: ServedDocument,
    warmUp: WarmUp,
  ) {
    warmUp.beforeReady(referenceScript);
  }

  @Get()
  @OutsideContract()
  @PageHeaders()
  async getDocs(): Promise<string> {
    const frame = await this.frames.find();
    if (this.page?.hasDemo !== frame.hasDemo) {
      const html = docsPage(frame, JSON.parse(this.document.json) as OpenAPIObject);
      this.page = { hasDemo: frame.hasDemo, html };
    }
    return this.page.html;
  }

  @Get('start.js')
  @OutsideContract()
  @Header('content-type', SCRIPT_TYPE)
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
    const { gzipped, etag } = await referenceScript();
    reply.headers({ 'content-type': SCRIPT_TYPE, etag });
    if (known === etag) {
      await reply.status(304).send();
      return;
    }
    const isGzip = /\bgzip\b/.test(accepted ?? '');
    // Prevents another compression per request.
    reply.header('content-encoding', isGzip ? 'gzip' : 'identity');
    await reply.send(isGzip ? gzipped : await unpackedReferenceScript());
  }
}

const HOST = /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i;

@ApiExcludeController()
@Controller()
class LandingController {
  constructor(
    private readonly frames: PageFrames,
    private readonly sample: SampleSet,
  ) {}

  @Get()
  @OutsideContract()
  @PageHeaders()
  async getLandingPage(@Req() request: FastifyRequest): Promise<string> {
    // Client input: printed only as a valid host name.
    const origin = HOST.test(request.host) ? `${request.protocol}://${request.host}` : '{base_url}';
    return landingPage(origin, await this.frames.find(), await this.sample.find());
  }
}

@Global()
@Module({
  controllers: [LandingController, PicturesController, WellKnownController, DocsController],
  providers: [SampleSet, PageFrames],
  exports: [PageFrames],
})
export class PagesModule {}
