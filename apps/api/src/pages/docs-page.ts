import { pageShell } from '../http/page-shell.ts';

/** The reference leaves room for the header, and decides itself when it is dark. */
const STYLE = `
:root{--scalar-custom-header-height:var(--header)}
.site>div{max-width:none;padding:0 1.2rem}
#reference:empty::before{content:"Loading the reference …";display:block;padding:3rem}
noscript p{padding:0 clamp(1rem,4vw,2rem)}
`;

/** The reference: an empty page that its script fills. */
export const DOCS_PAGE = pageShell({
  path: '/docs',
  title: 'Brickmarket API reference',
  description: 'Every route of the Brickmarket API, to read and to try.',
  style: STYLE,
  body: `<div id="content"><div id="reference"></div></div>
<noscript><p>The reference needs JavaScript. The same contract, for machines: <a href="/openapi.json">/openapi.json</a></p></noscript>
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
export const DOCS_START = `(async () => {
  const content = await (await fetch('/openapi.json')).json();
  content.info.description = content.info.description.replaceAll('$BRICKMARKET_URL', location.origin + '/api/v1');
  Scalar.createApiReference('#reference', { content, ...${JSON.stringify(SETTINGS)} });
})();
`;
