import { DEMO_NOTICE } from '@brickmarket/domain';
import { applyDecorators, Header } from '@nestjs/common';
import type { PageFrame } from './page-frames.ts';

/** Loads from this service only. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // The API reference uses style attributes.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
};

export function PageHeaders(): MethodDecorator {
  return applyDecorators(...Object.entries(PAGE_HEADERS).map(([name, value]) => Header(name, value)));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
}

const BRICK_ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Cg " +
  "fill='%23d9480f'%3E%3Crect x='2' y='11' width='28' height='17' rx='2'/%3E%3Crect x='6' y='6' width='8' " +
  "height='6' rx='1.5'/%3E%3Crect x='18' y='6' width='8' height='6' rx='1.5'/%3E%3C/g%3E%3C/svg%3E";

const LIGHT = `color-scheme:light;\
--ink:#1d1a17;--soft:#5f574f;--paper:#fbf8f4;--card:#fff;--line:#e6ded4;--brick:#c2410c;
--brick-ink:#b03a0a;--on-brick:#fff;--tint:#fdeee3;--rest:#c9bfb3;--code:#2b2622;--code-ink:#f6efe7;--code-mark:#ffb86b;
--shadow:0 1px 2px #2b26220d,0 8px 24px -12px #2b262226`;
const DARK = `color-scheme:dark;\
--ink:#f3eee8;--soft:#b9afa4;--paper:#171412;--card:#211d1a;--line:#3a332c;--brick:#f97316;
--brick-ink:#fb8c3c;--on-brick:#1a0f06;--tint:#33211450;--rest:#6b6158;--code:#0e0c0b;--code-ink:#f6efe7;\
--code-mark:#ffb86b;
--shadow:none`;

const STYLE = `
:root{${LIGHT};--header:3.5rem}
@media (prefers-color-scheme:dark){:root{${DARK}}}
body.light-mode{${LIGHT}}
body.dark-mode{${DARK}}
*,::before,::after{box-sizing:border-box}
html{scroll-padding-top:calc(var(--header) + 1rem)}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.6 system-ui,-apple-system,"Segoe \
UI",Roboto,sans-serif;
-webkit-text-size-adjust:100%}
.page h1,.page h2,.page h3{line-height:1.15;letter-spacing:-.02em;text-wrap:balance}
.page a{color:var(--brick-ink);text-underline-offset:.2em}
.page :focus-visible,.site :focus-visible,.skip:focus-visible{outline:3px solid var(--brick);outline-offset:3px;
border-radius:.3rem}
.skip{position:absolute;left:1rem;top:-5rem;z-index:99;padding:.6rem 1rem;background:var(--brick);color:var(--on-brick)}
.skip:focus{top:.4rem}
.site{position:sticky;top:0;z-index:50;height:var(--header);border-bottom:1px solid var(--line);background:var(--paper)}
.site>div{display:flex;align-items:center;justify-content:space-between;gap:1rem;height:100%;max-width:72rem;margin:0 \
auto;
padding:0 clamp(1rem,4vw,2rem);font:15px/1.4 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
.site a{color:var(--soft);text-decoration:none;font-weight:550;white-space:nowrap}
.site a:hover{color:var(--ink)}
.site .brand{display:flex;align-items:center;gap:.55rem;color:var(--ink);font-size:1.05rem;font-weight:700;\
letter-spacing:-.02em}
.site ul{display:flex;gap:clamp(.1rem,1.5vw,.6rem);margin:0;padding:0;list-style:none}
.site li a{display:block;padding:.4rem .6rem;border-radius:.5rem}
@media (max-width:30rem){.site>div{gap:.4rem;font-size:14px}.site ul{gap:0}.site li a{padding:.4rem .5rem}
.site .brand span{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}}
@media (max-width:22rem){.site>div{gap:0;font-size:13px}.site li a{padding:.4rem .35rem}}
.site a[aria-current]:not(.brand){background:var(--tint);color:var(--brick-ink)}
.demo{margin:0;padding:.5rem clamp(1rem,4vw,2rem);background:var(--tint);color:var(--ink);text-align:center}
.page{max-width:72rem;margin:0 auto;padding:0 clamp(1rem,4vw,2rem) 1rem}
.foot{max-width:72rem;margin:4rem auto 0;padding:1.4rem clamp(1rem,4vw,2rem) 2.4rem;border-top:1px solid var(--line);
display:flex;flex-wrap:wrap;gap:.4rem 1.6rem;color:var(--soft);font-size:.9rem}
.foot a{color:inherit}
`;

const LINKS = [
  ['/docs', 'API reference'],
  ['/methodology', 'Method'],
] as const;

export interface Page {
  readonly path: '/' | '/docs' | '/methodology' | '/status';
  readonly title: string;
  readonly description: string;
  readonly style: string;
  /** Below the header; contains `#content`, the target of the skip link. */
  readonly body: string;
  readonly frame: PageFrame;
}

export function pageShell({ path, title, description, style, body, frame: { accountUrl, hasDemo } }: Page): string {
  const current = (href: string): string => (href === path ? ' aria-current="page"' : '');
  const links = LINKS.map(([href, text]) => `<li><a href="${href}"${current(href)}>${text}</a></li>`);
  if (accountUrl !== null) links.push(`<li><a href="${escapeHtml(accountUrl)}">Account</a></li>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(description)}">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${BRICK_ICON}">
<style>${STYLE}${style}</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="site"><div>
<a class="brand" href="/"${current('/')}><img src="${BRICK_ICON}" alt="" width="28" height="28">\
<span>Brickmarket</span></a>
<nav aria-label="Main"><ul>${links.join('')}</ul></nav>
</div></header>
${hasDemo ? `<aside class="demo">${DEMO_NOTICE}</aside>\n` : ''}${body}
</body>
</html>
`;
}

/** All pages except the reference, which fills the window. */
export const PAGE_FOOTER = `<footer class="foot"><span>Brickmarket, version 1</span>\
<a href="/openapi.json">OpenAPI 3.1</a>
<a href="/status">Service status</a></footer>`;
