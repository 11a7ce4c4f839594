import type { EventKinds } from '@brickmarket/alerts';
import { InvalidInputError, RETAIL_CHANGES, type RetailChange } from '@brickmarket/domain';
import { type Command, Option } from 'commander';
import { CHECKOUT } from '../config.ts';
import { CheckoutChanges } from '../generate/checkout-changes.ts';
import { newAccountFeature } from '../generate/new-account-feature.ts';
import { newEvent } from '../generate/new-event.ts';
import { newFeature } from '../generate/new-feature.ts';
import { newImport } from '../generate/new-import.ts';
import { print } from '../output/print.ts';

interface Options {
  readonly in: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export function addNewCommand(program: Command, kinds: EventKinds): void {
  const group = program.command('new').description('Generate the files of a new feature, event type or import');
  const add = (name: string, argument: string, description: string): Command =>
    group
      .command(`${name} <${argument}>`)
      .description(description)
      .addOption(new Option('--in <folder>', 'checkout to write into').default(CHECKOUT, 'this checkout'))
      .option('--dry-run', 'list the files without writing them')
      .option('--json', 'print JSON');

  add('feature', 'name', 'Generate a feature of the API: a folder with a route, its test, and its registration')
    .option('--account', 'generate it for the account area')
    .addHelpText(
      'after',
      '\nExamples: brickmarket new feature set-reviews\n          brickmarket new feature --account wishes',
    )
    .action((name: string, { account, ...options }: Options & { account?: boolean }) =>
      generate(options, (changes) => (account === true ? newAccountFeature(changes, name) : newFeature(changes, name))),
    );

  add('event', 'name', 'Generate an event type: its descriptor and its webhook')
    .requiredOption('--summary <sentence>', 'sentence for receivers, such as "A price has risen"')
    .option('--change <change>', `change at a retailer that causes it: ${RETAIL_CHANGES.join(', ')}`)
    .addHelpText(
      'after',
      '\nExample: brickmarket new event price.rose --summary "A price has risen" --change price_rose',
    )
    .action((name: string, options: Options & { summary: string; change?: string }) => {
      if (kinds.find(name) !== null)
        throw new InvalidInputError(`there is an event ${name} already: choose another name`);
      const change = (options.change ?? null) as RetailChange | null;
      return generate(options, (changes) => newEvent(changes, { name, summary: options.summary, change }));
    });

  add('import', 'source', 'Generate an import format of collection files, with its test')
    .requiredOption('--set <heading>', 'column of set numbers')
    .requiredOption('--quantity <heading>', 'column of counts')
    .option('--price <heading>', 'column of prices paid, in USD')
    .addHelpText('after', '\nExample: brickmarket new import "Brick Owl" --set "Set No" --quantity Qty --price Paid')
    .action((source: string, options: Options & { set: string; quantity: string; price?: string }) =>
      generate(options, (changes) =>
        newImport(changes, { source, set: options.set, quantity: options.quantity, price: options.price ?? null }),
      ),
    );
}

async function generate(
  { in: folder, dryRun = false, json }: Options,
  work: (changes: CheckoutChanges) => Promise<readonly string[]>,
): Promise<void> {
  const changes = new CheckoutChanges(folder);
  const next = await work(changes);
  if (!dryRun) await changes.write();
  const { created, changed } = changes;
  const text = [
    dryRun ? 'would write' : 'wrote',
    ...created.map((file) => `  ${file}`),
    ...changed.map((file) => `  ${file} (changed)`),
    'next',
    ...next.map((step) => `  ${step}`),
  ];
  print(json, { created, changed, next, dry_run: dryRun }, text.join('\n'));
}
