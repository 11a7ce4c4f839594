import { runProgram } from './program.ts';

// A reader that has seen enough (`| head`) is no failure.
process.stdout.on('error', () => process.exit(0));

const code = await runProgram(process.argv.slice(2));
// `mcp`, a program of its own, may have set its code already.
if (code !== 0) process.exitCode = code;
