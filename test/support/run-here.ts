import type { Extensions } from '@brickmarket/service-runtime/extensions';
import { runProgram } from '../../apps/cli/src/program.ts';
import type { CliResult } from './run-cli.ts';

/** Commands that wait for signals, and let go of the channel to the parent: a test's worker would end with them. */
const TAKE_SIGNALS: readonly string[] = ['work', 'deliver', 'start', 'mcp'];

/**
 * Runs a command in this process, which loads the program once for all of them, with only the given variables of the
 * configuration. For what a command does and says; what a process does, as ending, signals and several at once, needs
 * `runCli`. One after the other: what they print is separated by when it is printed.
 */
export async function runHere(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  extensions?: Extensions,
): Promise<CliResult> {
  if (TAKE_SIGNALS.includes(args[0]!)) throw new Error(`${args[0]} takes the signals of its process: use runCli`);
  const before = { ...process.env };
  const printed = { stdout: '', stderr: '' };
  const writes = (['stdout', 'stderr'] as const).map((stream) =>
    jest.spyOn(process[stream], 'write').mockImplementation((...[chunk]) => {
      printed[stream] += String(chunk);
      return true;
    }),
  );
  Object.assign(process.env, environment);
  try {
    return { code: await runProgram(args, extensions), ...printed };
  } finally {
    for (const name of Object.keys(environment)) delete process.env[name];
    Object.assign(process.env, before);
    for (const write of writes) write.mockRestore();
  }
}

/** What a command prints as JSON. Fails with what it says when it does not succeed. */
export async function jsonHere<Answer>(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<Answer> {
  const { code, stdout, stderr } = await runHere([...args, '--json'], environment);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Answer;
}
