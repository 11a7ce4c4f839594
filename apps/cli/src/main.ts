import { CommanderError } from 'commander';
import { exitCodeOf, explain } from './output/print.ts';
import { createProgram } from './program.ts';

// A reader that has seen enough (`| head`) is no failure.
process.stdout.on('error', () => process.exit(0));

try {
  await createProgram().parseAsync();
} catch (error) {
  // Commander has printed its own complaint already.
  if (!(error instanceof CommanderError)) process.stderr.write(`brickmarket: ${explain(error)}\n`);
  process.exitCode = exitCodeOf(error);
}
