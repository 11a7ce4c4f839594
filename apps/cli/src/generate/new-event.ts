import { InvalidInputError, RETAIL_CHANGES, type RetailChange } from '@brickmarket/domain';
import type { CheckoutChanges } from './checkout-changes.ts';

const NAME = /^[a-z][a-z_]*\.[a-z][a-z_]*$/;
const KINDS = 'libs/alerts/src/kinds';

/** Source of the event: imports at a retailer, or explicit recording. */
export interface NewEvent {
  readonly name: string;
  readonly summary: string;
  readonly change: RetailChange | null;
}

/** Descriptor in its family, and the payload in the test of all types. */
export async function newEvent(changes: CheckoutChanges, event: NewEvent): Promise<readonly string[]> {
  const { name, summary, change } = event;
  if (!NAME.test(name)) throw new InvalidInputError(`${name} is not a valid event name: write it like price.rose`);
  if (!/^[A-Z][^'"`\\\n]{4,90}$/.test(summary))
    throw new InvalidInputError('--summary must be a sentence of 5 to 91 characters, like "A price has risen"');
  if (change !== null && !RETAIL_CHANGES.includes(change))
    throw new InvalidInputError(`--change must be one of ${RETAIL_CHANGES.join(', ')}`);
  const constant = name.replaceAll('.', '_').toUpperCase();
  const [file, list] =
    change === null ? [`${KINDS}/set-kinds.ts`, 'SET_KINDS'] : [`${KINDS}/retail-kinds.ts`, 'RETAIL_KINDS'];
  const descriptor = change === null ? recorded(event, constant) : atRetailer(event, change, constant);
  await changes.addToList(file, list, constant, descriptor);
  const set = '"set_number":"75192-1","title":"Falcon"';
  const data = change === null ? set : `${set},"retailer":"retailer_a","previous_price_usd":100,"price_usd":79.99`;
  const sentence = `75192-1 Falcon: ${inSentence(summary)}${change === null ? '' : ', $79.99 at Retailer A'}`;
  await changes.insert(`${KINDS}/event-kinds.spec.ts`, `  '${name}': ['{${data}}', '${sentence}'],`, {
    begin: /^const SENT: /,
    end: /^\};/,
  });
  return [
    `Say in ${file} what its webhooks contain and what rules may ask for.`,
    'Once it is released, its name stays and fields are only added.',
    ...(change === null ? [`Record it where it happens: see EventLog in libs/persistence-ports.`] : []),
    'Add a line to apps/api/CHANGELOG.md.',
    'npm run jest -- libs/alerts test/events/one-descriptor',
  ];
}

const inSentence = (summary: string): string => summary[0]!.toLowerCase() + summary.slice(1);

function atRetailer({ name, summary }: NewEvent, change: RetailChange, constant: string): string {
  return `const ${constant} = {
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
    ...retailRule('${change}', 'none'),
    title: '${summary}',
    when: ({ set }) => \`${inSentence(summary)} for \${set}\`,
    byChange: true,
    defaults: { minChangePct: 0, rearmMinutes: DAY_MINUTES },
  },
} as const satisfies EventKind<AtRetailer>;
`;
}

function recorded({ name, summary }: NewEvent, constant: string): string {
  return `const ${constant} = {
  name: '${name}',
  summary: '${summary}',
  data: SET_FIELDS,
  sentence: (event) => \`\${setName(event)}: ${inSentence(summary)}\`,
  page: setPage,
  rule: { ...RECORDED_RULE, title: '${summary}', when: ({ set }) => \`${inSentence(summary)} for \${set}\` },
} as const satisfies EventKind<AboutSet>;
`;
}
