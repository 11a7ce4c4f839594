import { watchStandardOutput } from './output/standard-output.ts';
import { runProgram } from './program.ts';

watchStandardOutput();

const code = await runProgram(process.argv.slice(2));
// `mcp` may have set its code already.
if (code !== 0) process.exitCode = code;
