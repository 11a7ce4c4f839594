import { InvalidInputError } from '@brickmarket/domain';
import { VARIABLE_MEANINGS } from '@brickmarket/service-runtime/variable-meanings';
import {
  environmentFaults,
  fallbackOf,
  givenValue,
  maskSecret,
  type VariableName,
  VARIABLES,
} from '@brickmarket/service-runtime/variables';
import type { Command } from 'commander';
import { DEFAULT_DATA_DIR } from '../config.ts';
import { formatTable, print } from '../output/print.ts';

export function addConfigCommand(program: Command): void {
  const config = program.command('config').description('Show the configuration');

  config
    .command('print')
    .description('List every variable with its value and source. Secrets are masked')
    .option('--json', 'print JSON, also with what each variable means')
    .addHelpText('after', '\nFails if a variable is misspelt or has a bad value, and names every such variable.')
    .action((flags: { json?: boolean }) => {
      const variables = (Object.keys(VARIABLES) as VariableName[]).map((name) => {
        const given = givenValue(process.env, name);
        const value = given === undefined ? defaultOf(name) : maskSecret(name, given);
        return { name, value, from: given === undefined ? 'default' : 'environment', ...VARIABLE_MEANINGS[name] };
      });
      const faults = environmentFaults(process.env);
      const rows = variables.map(({ name, value, from }) => [name, value ?? '-', from]);
      print(flags.json, { variables, faults }, formatTable(['variable', 'value', 'from'], rows));
      if (faults.length > 0) throw new InvalidInputError(faults.join('\n'));
    });
}

function defaultOf(name: string): string | null {
  return name === 'BRICKMARKET_DATA_DIR' ? DEFAULT_DATA_DIR : fallbackOf(name) || null;
}
