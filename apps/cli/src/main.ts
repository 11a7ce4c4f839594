import { runProgram } from './program.ts';

// A reader that has seen enough (`| head`) is no failure.
process.stdout.on('error', () => process.exit(0));

process.exitCode = await runProgram(process.argv.slice(2));
