import type { Command } from 'commander';
import { examineService } from '../doctor/examine.ts';
import { troubleLines } from '../doctor/finding.ts';
import { formatTable, print } from '../output/print.ts';

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('Find faults of the service, with what to do about each')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nChecks configuration, database, versions, migrations, roles, clock, disk, backups, jobs, deliveries, the' +
        '\nage of each feed, portfolios and quotas. Changes nothing.' +
        '\nExit code 1 for a fault. Warnings alone are 0.',
    )
    .action(async (options: { json?: boolean }) => {
      const findings = await examineService();
      const trouble = troubleLines(findings);
      const table = formatTable(
        ['', 'looked at', 'found'],
        findings.map(({ state, check, found }) => [state, check, found]),
      );
      const text = [table, '', ...(trouble.length === 0 ? ['all is well'] : trouble)].join('\n');
      const isWell = findings.every(({ state }) => state !== 'fault');
      print(options.json, { is_well: isWell, findings }, text);
      if (!isWell) process.exitCode = 1;
    });
}
