import type { EventKinds } from '@brickmarket/alerts';
import { InvalidInputError } from '@brickmarket/domain';
import { openDesk, planSource, SOURCES } from '@brickmarket/sources';
import { type Command, InvalidArgumentError } from 'commander';
import { print, wholeNumber } from '../output/print.ts';
import { withDatabase } from '../persistence.wiring.ts';
import { type AddFlags, addSource } from '../sources/add-source.ts';
import { runSources, runText, runUntilDone } from '../sources/run-sources.ts';
import {
  listJson,
  listText,
  planJson,
  planText,
  type SourcePlan,
  statusJson,
  statusText,
} from '../sources/show-sources.ts';
import { addedSource, knownSource, sourceContext, sourceFolders } from '../sources/source-context.ts';

interface JsonFlag {
  readonly json?: boolean;
}

export function addSourcesCommand(program: Command, kinds: EventKinds): void {
  const sources = program.command('sources').description('Connect sources of market data, which "work" then asks');

  sources
    .command('list')
    .description('List all sources, and whether they are added')
    .option('--json', 'print JSON')
    .action(async ({ json }: JsonFlag) => {
      const stored = await withDatabase((stores) => sourceContext(stores).stores.sources.list());
      print(json, listJson(stored), listText(stored));
    });

  const add = sources
    .command('add')
    .description('Add a source, or change one, after one call that tries it')
    .argument('<name>', 'source, from "sources list"')
    .option('--address <url>', 'base address (default: the documented one)')
    .option('--calls-a-day <n>', 'budget per UTC day (default: by source)', wholeNumber)
    .option('--calls-a-second <n>', 'highest rate (default: by source)', rate)
    .option('--i-have-read-the-terms', 'confirm the terms of the source')
    .option('--feed-url <url>', 'address of a product feed, which is kept as a secret')
    .option('--retailer <name>', 'whose prices a feed has (default: retailer_b)')
    .option('--json', 'print JSON');
  for (const secret of new Set(SOURCES.flatMap(({ secrets }) => secrets)))
    add.option(`--${secret}-file <file>`, `file with the ${secret.replaceAll('-', ' ')}`);
  add
    .addHelpText('after', '\nSecrets are kept in files that only this user can read, and are never shown.')
    .action(async (name: string, flags: AddFlags & JsonFlag) => {
      const source = knownSource(name);
      const stored = await withDatabase(
        async (stores) => {
          const context = sourceContext(stores);
          await addSource(source, flags, context);
          await planSource(source, context);
          return addedSource(name, context);
        },
        { mayCreate: true },
      );
      print(flags.json, statusJson(stored), `${source.title} is added. "brickmarket work" asks it from now on`);
    });

  sources
    .command('try')
    .description('Ask for one item, and print raw and mapped rows. Imports nothing')
    .argument('<name>', 'source')
    .argument('[item]', 'number of a set or minifig')
    .option('--json', 'print JSON')
    .action(async (name: string, given: string | undefined, { json }: JsonFlag) => {
      const source = knownSource(name);
      const tried = await withDatabase(async (stores) => {
        const context = sourceContext(stores);
        const desk = await openDesk(source, await addedSource(name, context), context);
        const item = await source.itemOf(given, () => context.stores.queue.listMarketFacts());
        if (item === null) throw new InvalidInputError(`${given ?? 'the example'} is not an item of ${source.title}`);
        const asked = { item, askedAt: null, foundAt: null, misses: 0, dueAt: desk.now };
        const { raw, rows } = await source.ask([asked], desk);
        return { item, raw, mapped: rows };
      });
      print(json, tried, JSON.stringify(tried, null, 2));
    });

  sources
    .command('plan')
    .description('Show the calls that are due and what comes first. Makes no call')
    .argument('[name]', 'source (default: all)')
    .option('--json', 'print JSON')
    .action(async (name: string | undefined, { json }: JsonFlag) => {
      const plans = await withDatabase(async (stores): Promise<readonly SourcePlan[]> => {
        const context = sourceContext(stores);
        const { sources: registry, queue } = context.stores;
        const names = name === undefined ? (await registry.list()).map((one) => one.name) : [name];
        const made: SourcePlan[] = [];
        for (const one of names) {
          const source = knownSource(one);
          await addedSource(one, context);
          await planSource(source, context);
          made.push({ source, stored: await addedSource(one, context), items: await queue.listItems(one) });
        }
        return made;
      });
      print(json, plans.map(planJson), plans.map(planText).join('\n') || 'no source is added');
    });

  sources
    .command('run')
    .description('Ask for due items now, for at most half a minute')
    .argument('[name]', 'source (default: all)')
    .option('--until-done', "continue until nothing is due or today's calls are used up")
    .option('--json', 'print JSON')
    .action(async (name: string | undefined, { json, untilDone }: JsonFlag & { readonly untilDone?: boolean }) => {
      if (untilDone === true && name === undefined) throw new InvalidInputError('--until-done needs a source');
      const runs = await withDatabase(async (stores) => {
        const context = sourceContext(stores, kinds);
        if (name !== undefined) await addedSource(name, context);
        return untilDone === true
          ? [await runUntilDone(name!, context)]
          : runSources(context, name === undefined ? null : [name]);
      });
      print(json, runs, runs.map(runText).join('\n') || 'no source is active');
      const failed = runs.find(({ fault }) => fault !== null);
      if (failed) throw new Error(`${failed.name}: ${failed.fault}`);
    });

  for (const [command, state, description] of [
    ['pause', 'paused', 'Make no more calls of a source'],
    ['resume', 'active', 'Make calls of a paused source again'],
  ] as const)
    sources
      .command(command)
      .description(description)
      .argument('<name>', 'source')
      .option('--json', 'print JSON')
      .action(async (name: string, { json }: JsonFlag) => {
        const stored = await withDatabase(async (stores) => {
          const context = sourceContext(stores);
          await addedSource(name, context);
          await context.stores.sources.setState(name, state);
          return addedSource(name, context);
        });
        print(json, statusJson(stored), `${name} is ${state}`);
      });

  sources
    .command('status')
    .description('Show budgets, due items, rows and the last faults')
    .argument('[name]', 'source (default: all)')
    .option('--json', 'print JSON')
    .action(async (name: string | undefined, { json }: JsonFlag) => {
      const stored = await withDatabase(async (stores) => {
        const context = sourceContext(stores);
        return name === undefined ? context.stores.sources.list() : [await addedSource(name, context)];
      });
      print(json, stored.map(statusJson), statusText(stored));
    });

  sources
    .command('remove')
    .description('Remove a source with its secrets. Its imports stay')
    .argument('<name>', 'source')
    .option('--json', 'print JSON')
    .action(async (name: string, { json }: JsonFlag) => {
      await withDatabase(async (stores) => {
        const context = sourceContext(stores);
        await addedSource(name, context);
        await context.stores.sources.remove(name);
      });
      await sourceFolders().remove(name);
      print(json, { name, removed: true }, `${name} is removed; what it imported stays`);
    });
}

function rate(text: string): number {
  const calls = Number(text);
  if (!/^\d{1,4}(\.\d{1,3})?$/.test(text) || calls === 0)
    throw new InvalidArgumentError('It must be a number such as 2 or 0.5.');
  return calls;
}
