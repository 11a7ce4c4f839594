import { readFileSync } from 'node:fs';
import { createProgram } from '../../apps/cli/src/program.ts';
import { markdownBelow } from '../support/markdown.ts';

type Command = Awaited<ReturnType<typeof createProgram>>;

/** The lines of a document's code blocks that run `brickmarket`, without what a pipe or redirection adds. */
const commandsOf = (document: string): readonly string[] =>
  [...readFileSync(document, 'utf8').matchAll(/^[ \t]*```(?:sh|bash)?\n(.*?)^[ \t]*```/gms)].flatMap(([, block]) =>
    [...block!.matchAll(/npm run (?:-s )?brickmarket -- ([^\n|>#]+)/g)].map(([, line]) => line!.trim()),
  );

const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);

const leavesOf = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(leavesOf)];

/** Parses as the command line does, without doing anything; what is wrong is thrown. */
async function parse(line: string): Promise<void> {
  const words = wordsOf(line.replaceAll(/\bID\b/g, '1'));
  const program = await createProgram(words[0]);
  for (const command of leavesOf(program)) {
    command.exitOverride().configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
    if (command.commands.length === 0 || command.name() === 'value') command.action(() => undefined);
  }
  await program.parseAsync([...words], { from: 'user' });
}

const documented = [...new Set(['README.md', ...['apps', 'docker', 'libs', 'test'].flatMap(markdownBelow)])].flatMap(
  (document) => commandsOf(document).map((line) => ({ document, line })),
);

it('finds the commands that documents print', () => {
  expect(documented.length).toBeGreaterThan(40);
});

it.each(documented)('$document: $line', async ({ line }) => {
  const outcome = await parse(line).catch((error: Error & { code?: string }) => error);
  // Only the help ends like an error.
  expect(outcome instanceof Error && outcome.message !== '(outputHelp)' ? outcome.message : '').toBe('');
});

it('would find an option or a command that does not exist', async () => {
  await expect(parse('keys list --account you@example.com --jsn')).rejects.toThrow('unknown option');
  await expect(parse('keys make')).rejects.toThrow('unknown command');
  await expect(parse('imports undo')).rejects.toThrow('missing required argument');
});
