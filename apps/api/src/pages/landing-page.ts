import { BRICK_ICON } from './brick-icon.ts';
import { LANDING_STYLE } from './landing-style.ts';

/** The front page, for a service that is reached at this origin. */
export function landingPage(origin: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="LEGO market data for resellers' tools: values, history, retail prices, your own portfolio. A read-only JSON API.">
<title>Brickmarket API</title>
<link rel="icon" href="${BRICK_ICON}">
<style>${LANDING_STYLE}</style>
</head>
<body>
<main>
<header>
<img src="${BRICK_ICON}" alt="" width="56" height="56">
<h1>Brickmarket</h1>
<p class="lead">LEGO market data for resellers’ tools. A strict, fast, read-only JSON&nbsp;API.</p>
<nav><a class="primary" href="/docs">Read and try the API</a><a href="/openapi.json">OpenAPI 3.1</a><a href="/methodology">How values are made</a></nav>
</header>
<section aria-labelledby="start">
<h2 id="start">First request</h2>
<p>Send your key with every request. The demo prints one when it starts.</p>
<pre tabindex="0"><code>curl -H <b>"Authorization: Bearer $BRICKMARKET_KEY"</b> \\
${origin}<wbr>/api/v1/catalog/themes</code></pre>
</section>
<section aria-labelledby="offer">
<h2 id="offer">What it answers</h2>
<ul class="cards">
<li><h3>Values</h3><p>What a set or minifigure is worth today, new and used, with an 80&nbsp;% range and how much evidence stands behind it.</p></li>
<li><h3>History</h3><p>Finalized monthly values that never change silently.</p></li>
<li><h3>Retail prices</h3><p>Two retailers side by side: price, seller, lows, flips, and what selling there would net.</p></li>
<li><h3>Your brickfolio</h3><p>Holdings, gains and sales of your own account, exact to the cent, visible to no one else.</p></li>
</ul>
</section>
<footer><p>Version 1 · 1000 requests a day and key · <a href="/readyz">status</a></p></footer>
</main>
</body>
</html>
`;
}
