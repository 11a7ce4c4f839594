import { BRICK_ICON } from './brick-icon.ts';

/** The reference: an empty page that its script fills. */
export const DOCS_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Brickmarket API reference</title>
<link rel="icon" href="${BRICK_ICON}">
<style>body{margin:0}#reference:empty::before{content:"Loading the reference …";display:block;padding:3rem;font:16px system-ui,sans-serif}</style>
</head>
<body>
<div id="reference"></div>
<noscript><p>The reference needs JavaScript. The same contract, for machines: <a href="/openapi.json">/openapi.json</a></p></noscript>
<script src="/docs/reference.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

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
  content.info.description = content.info.description.replaceAll('{base_url}', location.origin);
  Scalar.createApiReference('#reference', { content, ...${JSON.stringify(SETTINGS)} });
})();
`;
