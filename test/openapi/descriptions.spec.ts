import { execFileSync } from 'node:child_process';
import { ALERT_TEXTS } from '../../apps/account/src/openapi/property-texts/alerts.ts';
import { COMMON_TEXTS } from '../../apps/account/src/openapi/property-texts/common.ts';
import { IDENTITY_TEXTS } from '../../apps/account/src/openapi/property-texts/identity.ts';
import { MARKET_TEXTS } from '../../apps/account/src/openapi/property-texts/market.ts';
import { PORTFOLIO_TEXTS } from '../../apps/account/src/openapi/property-texts/portfolio.ts';
import { PROPERTY_TEXTS } from '../../apps/api/src/openapi/property-texts.ts';

type Node = Readonly<Record<string, unknown>>;

const ACCOUNT_PARTS = [COMMON_TEXTS, IDENTITY_TEXTS, PORTFOLIO_TEXTS, MARKET_TEXTS, ALERT_TEXTS];

/** Properties and parameters of a document with their descriptions. */
function* describedIn(node: unknown, path: string): Generator<readonly [path: string, description: unknown]> {
  if (typeof node !== 'object' || node === null) return;
  const { name, in: place, description, properties = {} } = node as Node;
  if (typeof name === 'string' && typeof place === 'string') yield [`${path} ${name}`, description];
  for (const [property, schema] of Object.entries(properties as Record<string, Node>))
    yield [`${path}/${property}`, schema['description']];
  for (const [key, value] of Object.entries(node))
    if (key !== 'example' && key !== 'examples') yield* describedIn(value, `${path}/${key}`);
}

describe.each([
  ['API', 'apps/api/dist/openapi/print-document.js', [PROPERTY_TEXTS]],
  ['account area', 'apps/account/dist/print-document.js', ACCOUNT_PARTS],
])('the OpenAPI document of the %s', (_, printer, parts) => {
  const printed = execFileSync(process.execPath, [printer], { encoding: 'utf8', maxBuffer: 1 << 26 });
  const described = [...describedIn(JSON.parse(printed), '')];

  it('describes every property and parameter', () => {
    expect(described.length).toBeGreaterThan(300);
    const silent = described.filter(([, text]) => typeof text !== 'string' || text.trim() === '');
    expect(silent.map(([path]) => path)).toEqual([]);
  });

  it('uses every text, and none twice under the same name', () => {
    const names = parts.flatMap((texts) => Object.keys(texts));
    expect(names.length).toBe(new Set(names).size);
    const used = new Set(described.map(([, text]) => text));
    expect(parts.flatMap((texts) => Object.values(texts)).filter((text) => !used.has(text))).toEqual([]);
  });
});
