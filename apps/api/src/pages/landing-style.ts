/** How the front page looks: one column, either colour scheme, any width. */
export const LANDING_STYLE = `
:root{--ink:#1d1a17;--soft:#5f574f;--paper:#fbf8f4;--card:#fff;--line:#e6ded4;--brick:#c2410c;--on-brick:#fff;--code:#2b2622;--code-ink:#f6efe7;--code-mark:#ffb86b}
@media (prefers-color-scheme:dark){:root{--ink:#f3eee8;--soft:#b5aba0;--paper:#171412;--card:#211d1a;--line:#38312b;--brick:#f97316;--on-brick:#1a0f06;--code:#0e0c0b;--code-ink:#f6efe7;--code-mark:#ffb86b}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;-webkit-text-size-adjust:100%}
main{max-width:54rem;margin:0 auto;padding:clamp(2rem,8vw,5rem) clamp(1.1rem,5vw,2rem) 2rem}
h1{margin:.35rem 0 0;font-size:clamp(2.3rem,7vw,3.4rem);line-height:1.1;letter-spacing:-.03em}
h2{margin:0 0 .5rem;font-size:1.2rem;letter-spacing:-.01em}
h3{margin:0;font-size:1rem}
p{margin:0 0 .9rem}
a{color:var(--brick);text-underline-offset:.2em}
a:focus-visible,pre:focus-visible{outline:3px solid var(--brick);outline-offset:3px}
.lead{margin:.8rem 0 1.7rem;max-width:34rem;color:var(--soft);font-size:clamp(1.08rem,2.6vw,1.3rem);line-height:1.45}
nav{display:flex;flex-wrap:wrap;gap:.75rem}
nav a{padding:.7rem 1.15rem;border:1px solid var(--line);border-radius:.6rem;background:var(--card);color:var(--ink);font-weight:600;text-decoration:none}
nav a:hover{border-color:var(--brick)}
nav a.primary{border-color:var(--brick);background:var(--brick);color:var(--on-brick)}
section{margin-top:clamp(2.4rem,6vw,3.6rem)}
section>p,.cards p,footer{color:var(--soft)}
pre{margin:0;padding:1.1rem 1.25rem;white-space:pre-wrap;overflow-wrap:break-word;border-radius:.75rem;background:var(--code);color:var(--code-ink);font:clamp(12.5px,3.4vw,14px)/1.7 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
pre b{color:var(--code-mark);font-weight:inherit}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,19rem),1fr));gap:.9rem;margin:0;padding:0;list-style:none}
.cards li{padding:1.1rem 1.25rem;border:1px solid var(--line);border-radius:.75rem;background:var(--card)}
.cards p{margin:.25rem 0 0;font-size:.95rem}
footer{margin-top:3rem;padding-top:1.2rem;border-top:1px solid var(--line);font-size:.9rem}
`;
