import type { PageFrame } from './page-frames.ts';
import { escapeHtml, PAGE_FOOTER, pageShell } from './page-shell.ts';
import { pictureOf } from './pictures.ts';
import type { ShortSet } from './sample-set.ts';

// Fixed columns: with auto-fit the first cards would move.
const STYLE = `
.hero{display:grid;grid-template-columns:minmax(0,1.05fr) minmax(0,1fr);gap:clamp(2rem,5vw,4rem);align-items:center;
padding:clamp(2.4rem,7vw,5.5rem) 0 clamp(2rem,5vw,4rem)}
.hero h1{margin:0;font-size:clamp(2.2rem,5.6vw,3.6rem);letter-spacing:-.035em}
.lead{margin:1.1rem 0 1.8rem;max-width:34rem;color:var(--soft);font-size:clamp(1.08rem,2vw,1.25rem);line-height:1.5}
.actions{display:flex;flex-wrap:wrap;gap:.75rem}
.page a.button{padding:.75rem 1.25rem;border:1px solid var(--line);border-radius:.65rem;background:var(--card);
color:var(--ink);font-weight:600;text-decoration:none}
.page a.button:hover{border-color:var(--brick)}
.page a.primary{border-color:var(--brick);background:var(--brick);color:var(--on-brick)}
.terminal{border-radius:.9rem;background:var(--code);color:var(--code-ink);box-shadow:var(--shadow);overflow:hidden}
.terminal h2{margin:0;padding:.75rem 1.2rem;border-bottom:1px solid #ffffff1f;font-size:.82rem;font-weight:600;
letter-spacing:.01em;color:#d8cbbd}
.terminal pre{margin:0;padding:1.1rem 1.2rem;white-space:pre-wrap;overflow-wrap:break-word;
font:clamp(12.5px,3.3vw,13.5px)/1.7 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.terminal pre+h2{border-top:1px solid #ffffff1f}
.terminal b{color:var(--code-mark);font-weight:inherit}
.part{padding-top:clamp(2rem,5vw,3.4rem)}
.part>h2{margin:0 0 1.2rem;font-size:clamp(1.4rem,3vw,1.8rem)}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,max(15.5rem,25% - 1rem)),1fr));gap:1rem;
margin:0;padding:0;list-style:none}
.cards li{padding:1.3rem 1.3rem 1.4rem;border:1px solid var(--line);border-radius:.9rem;background:var(--card);
box-shadow:var(--shadow)}
.cards svg{display:block;width:2.3rem;height:2.3rem;margin-bottom:.8rem;padding:.5rem;border-radius:.6rem;
background:var(--tint);color:var(--brick-ink);fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;
stroke-linejoin:round}
.cards h3{margin:0;font-size:1.05rem}
.cards p{margin:.35rem 0 0;color:var(--soft);font-size:.95rem}
.promises{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,max(15.5rem,33.3% - 2rem)),1fr));
gap:1.2rem 2rem;margin:0}
.promises dt{font-weight:650}
.promises dd{margin:.15rem 0 0;color:var(--soft);font-size:.95rem}
.shown{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,max(20rem,50% - 2rem)),1fr));gap:2rem;
margin:0;padding:0;list-style:none}
.shown li:first-child{grid-column:1/-1}
.shown img{display:block;width:100%;height:auto;border:1px solid var(--line);border-radius:.9rem;background:var(--card);
box-shadow:var(--shadow)}
.shown h3{margin:.9rem 0 0;font-size:1.05rem}
.shown p{margin:.25rem 0 0;max-width:44rem;color:var(--soft);font-size:.95rem}
@media (max-width:56rem){.hero{grid-template-columns:minmax(0,1fr)}}
`;

const ICONS = {
  values: 'M3 3v18h18M7 15l4-5 3 3 6-8',
  history: 'M12 7v5l3 2M3.5 12a8.5 8.5 0 1 0 2.6-6.1L3.5 8.5M3.5 3.5v5h5',
  retail: 'M20 12.5 12.5 20a2 2 0 0 1-2.8 0L4 14.3V4h10.3l5.7 5.7a2 2 0 0 1 0 2.8zM8.5 8.5h.01',
  brickfolio: 'M4 9h16v11H4zM7 9V5h4v4M13 9V5h4v4',
} as const;

const CARDS: readonly (readonly [keyof typeof ICONS, string, string])[] = [
  [
    'values',
    'Values',
    'What a set or minifigure is worth today, new and used, with an 80&nbsp;% range and how much evidence ' +
      'stands behind it.',
  ],
  ['history', 'History', 'Monthly values, finalized once. A published month never changes silently.'],
  [
    'retail',
    'Retail prices',
    'Two retailers side by side: price, seller, all-time low, flips to third parties, and what selling there ' +
      'would net.',
  ],
  [
    'brickfolio',
    'Your brickfolio',
    'Holdings, gains and sales of your own account, exact to the cent, visible to no one else.',
  ],
];

const SHOWN: readonly (readonly [Parameters<typeof pictureOf>[0], string, string, string])[] = [
  [
    'overview',
    'The overview: value, cost and gain of a collection, with their course over time.',
    'Your collection, to the cent',
    'Import what you keep in Brickset, BrickEconomy, BrickLink, Rebrickable or a table of your own; every row is ' +
      'shown before it counts, and one click undoes it. Sales, gains and a tax report come from the same data.',
  ],
  [
    'what-to-sell',
    'A list of what to sell, with what each marketplace would leave after its fees.',
    'What to sell today',
    'Each copy at today’s price, less the fees of each marketplace, the best first.',
  ],
  [
    'retail',
    'What two retailers ask for the sets of a collection, with the lowest prices ever marked.',
    'Told in time',
    'A price that falls, an all-time low, a set that retires: in your inbox, by mail or as a signed webhook. Your ' +
      'assistant can ask too, by the Model Context Protocol.',
  ],
];

const PROMISES: readonly (readonly [string, string])[] = [
  [
    'Measured, not claimed',
    'Every week each value is checked against the sales that followed. <a href="/methodology">See how it did</a>.',
  ],
  ['Strict', 'Unknown parameters are refused, unknown facts are null. An estimate says so by its data tier.'],
  ['A contract for machines', 'OpenAPI 3.1 and a typed client; breaking changes are announced in the version.'],
];

function sampleSet(set: ShortSet): string {
  const lines = JSON.stringify(set, null, 2).split('\n');
  const marked = lines.map((line) => {
    const [, name, value, comma] = /^( *"\w+": )([^{].*?)(,?)$/.exec(line) ?? [];
    return name === undefined ? line : `${name}<b>${escapeHtml(value!)}</b>${comma}`;
  });
  return `
<h2>What /set/${escapeHtml(set.set_number)} answers now, shortened</h2>
<pre id="sample"><code>${marked.join('\n')}</code></pre>
`;
}

/** Examples use this origin; without a set that part is omitted. */
export function landingPage(origin: string, frame: PageFrame, sample: ShortSet | null): string {
  const { accountUrl } = frame;
  const account =
    accountUrl === null ? '' : `<a class="button" href="${escapeHtml(accountUrl)}">Your account and keys</a>`;
  const cards = CARDS.map(
    ([icon, title, text]) =>
      `<li><svg viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[icon]}"/></svg>` +
      `<h3>${title}</h3><p>${text}</p></li>`,
  );
  const shown = SHOWN.map(
    ([name, alt, title, text]) => `<li>${pictureOf(name, alt)}<h3>${title}</h3><p>${text}</p></li>`,
  );
  return pageShell({
    path: '/',
    frame,
    title: 'Brickmarket: LEGO market data API',
    description:
      "LEGO market data for resellers' tools: values, history, retail prices, your own portfolio. A read-only " +
      'JSON API.',
    style: STYLE,
    body: `<main id="content" class="page">
<div class="hero">
<div>
<h1>Know what every brick is worth</h1>
<p class="lead">LEGO market data for resellers’ tools: computed values, monthly history, live retail prices and your \
own
portfolio in one strict, fast, read-only JSON&nbsp;API.</p>
<div class="actions"><a class="button primary" href="/docs">Read and try the API</a><a class="button" \
href="/methodology">How
values are made</a>${account}</div>
</div>
<section class="terminal" aria-label="First request">
<h2>First request: the demo prints a key when it starts</h2>
<pre><code>curl -H <b>"Authorization: Bearer $BRICKMARKET_KEY"</b> \\
${origin}<wbr>/api/v1/catalog/themes</code></pre>${sample === null ? '' : sampleSet(sample)}</section>
</div>
<section class="part" aria-labelledby="offer">
<h2 id="offer">What it answers</h2>
<ul class="cards">${cards.join('')}</ul>
</section>
<section class="part" aria-labelledby="shown">
<h2 id="shown">What a reseller does with it</h2>
<ul class="shown">${shown.join('')}</ul>
</section>
<section class="part" aria-labelledby="promises">
<h2 id="promises">What you can rely on</h2>
<dl class="promises">${PROMISES.map(([term, text]) => `<div><dt>${term}</dt><dd>${text}</dd></div>`).join('')}</dl>
</section>
</main>
${PAGE_FOOTER}`,
  });
}
