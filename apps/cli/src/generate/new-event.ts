import { InvalidInputError, RETAIL_CHANGES, type RetailChange } from '@brickmarket/domain';
import type { CheckoutChanges } from './checkout-changes.ts';

const NAME = /^[a-z][a-z_]*\.[a-z][a-z_]*$/;
const KINDS = 'libs/alerts/src/kinds';

/** What makes the event: a change at a retailer, which imports find, or whatever records it. */
export interface NewEvent {
  readonly name: string;
  readonly summary: string;
  readonly change: RetailChange | null;
}

/** A descriptor, its line in the list of kinds, and the bytes that receivers get, in the test of all kinds. */
export async function newEvent(changes: CheckoutChanges, event: NewEvent): Promise<readonly string[]> {
  const { name, summary, change } = event;
  if (!NAME.test(name)) throw new InvalidInputError(`${name} is no name of an event: write it like price.rose`);
  if (!/^[A-Z][^'"`\\\n]{4,90}$/.test(summary))
    throw new InvalidInputError('--summary must be a sentence of 5 to 91 characters, like "A price has risen"');
  if (change !== null && !RETAIL_CHANGES.includes(change))
    throw new InvalidInputError(`--change must be one of ${RETAIL_CHANGES.join(', ')}`);
  const file = name.replaceAll(/[._]/g, '-');
  const constant = name.replaceAll('.', '_').toUpperCase();
  changes.create(`${KINDS}/${file}.ts`, change === null ? recorded(event, constant) : atRetailer(event, constant));
  const list = `${KINDS}/event-kinds.ts`;
  await changes.insert(list, `import { ${constant} } from './${file}.ts';`, { afterLast: /^import .*'\.\// });
  await changes.insert(list, `  ${constant},`, { begin: /^export const OWN_EVENT_KINDS = \[/, end: /^\]/ });
  const set = '"set_number":"75192-1","title":"Falcon"';
  const data = change === null ? set : `${set},"retailer":"retailer_a","previous_price_usd":100,"price_usd":79.99`;
  const sentence = `75192-1 Falcon: ${inSentence(summary)}${change === null ? '' : ', $79.99 at Retailer A'}`;
  await changes.insert(`${KINDS}/event-kinds.spec.ts`, `  '${name}': ['{${data}}', '${sentence}'],`, {
    begin: /^const SENT: /,
    end: /^\};/,
  });
  return [
    `Say in ${KINDS}/${file}.ts what its webhooks contain and what rules may ask for.`,
    'Once it is released, its name stays and fields are only added.',
    ...(change === null ? [`Record it where it happens: see EventLog in libs/persistence-ports.`] : []),
    'npm run client:generate, which writes it into the client.',
    'npm run jest -- libs/alerts test/events/one-descriptor',
  ];
}

const inSentence = (summary: string): string => summary[0]!.toLowerCase() + summary.slice(1);

function atRetailer({ name, summary, change }: NewEvent, constant: string): string {
  return `import type { EventKind } from '@brickmarket/domain';
import {
  type AtRetailer,
  DAY_MINUTES,
  money,
  newUsd,
  oldUsd,
  RETAIL_FIELDS,
  setName,
  setPage,
  shopName,
} from './payload-fields.ts';

export const ${constant} = {
  name: '${name}',
  summary: '${summary}',
  data: {
    ...RETAIL_FIELDS,
    previous_price_usd: oldUsd('The last price shown before'),
    price_usd: newUsd('The price now'),
  },
  sentence: (event, names) =>
    \`\${setName(event)}: ${inSentence(summary)}, \${money(event.newCents)} at \${shopName(event, names)}\`,
  page: setPage,
  rule: {
    title: '${summary}',
    when: ({ set }) => \`${inSentence(summary)} for \${set}\`,
    watches: 'sets',
    byRetailer: true,
    priceLimit: 'none',
    byChange: true,
    defaults: { minChangePct: 0, rearmMinutes: DAY_MINUTES },
    source: { from: 'retail', change: '${change}' },
  },
} as const satisfies EventKind<AtRetailer>;
`;
}

function recorded({ name, summary }: NewEvent, constant: string): string {
  return `import type { EventKind } from '@brickmarket/domain';
import { type AboutSet, DAY_MINUTES, SET_FIELDS, setName, setPage } from './payload-fields.ts';

export const ${constant} = {
  name: '${name}',
  summary: '${summary}',
  data: SET_FIELDS,
  sentence: (event) => \`\${setName(event)}: ${inSentence(summary)}\`,
  page: setPage,
  rule: {
    title: '${summary}',
    when: ({ set }) => \`${inSentence(summary)} for \${set}\`,
    watches: 'sets',
    byRetailer: false,
    priceLimit: 'none',
    byChange: false,
    defaults: { minChangePct: 0, rearmMinutes: DAY_MINUTES },
    source: { from: 'log' },
  },
} as const satisfies EventKind<AboutSet>;
`;
}
