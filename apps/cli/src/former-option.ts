import { type Command, Option } from 'commander';

/** Accepts an option under its former name too, which help does not show. */
export function withFormerOption(command: Command, former: string, current: string): Command {
  const hidden = new Option(`--${former} <value>`).hideHelp();
  return command.addOption(hidden).on(`option:${former}`, (value: string) => command.setOptionValue(current, value));
}
