import { RETAILER_NAMES, type RetailerNames } from '@brickmarket/domain';
import type { z } from 'zod';
import { faultOf, givenValue, misspeltVariables, type VariableName, VARIABLES } from './variables.ts';

type Output<Name extends VariableName> = z.output<(typeof VARIABLES)[Name]>;

/** Null: not set, and without a default. */
type Value<Name extends VariableName> =
  undefined extends Output<Name> ? Exclude<Output<Name>, undefined> | null : Output<Name>;

/** Collects faults, so that all invalid variables are reported together. */
export class EnvironmentReader {
  private readonly faults: string[] = [];

  constructor(private readonly environment: NodeJS.ProcessEnv) {}

  get<Name extends VariableName>(name: Name): Value<Name> {
    const given = givenValue(this.environment, name);
    const fault = faultOf(name, given);
    if (fault !== null) this.fault(name, fault);
    return (VARIABLES[name].parse(fault === null ? given : undefined) ?? null) as Value<Name>;
  }

  fault(name: VariableName, rule: string): void {
    this.faults.push(`${name} ${rule}`);
  }

  /** Throws one error for all faults, without values: some are secrets. */
  refuseFaults(): void {
    const faults = [...misspeltVariables(this.environment), ...this.faults];
    if (faults.length > 0) throw new Error(`bad configuration:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  }
}

export type LogConfig = ReturnType<typeof readLogConfig>;

/** Defaults differ on a terminal. */
export function readLogConfig(read: EnvironmentReader, isTerminal: boolean) {
  const logFormat = read.get('LOG_FORMAT') ?? (isTerminal ? 'pretty' : 'json');
  // On a terminal, lines per request would scroll the printed key out of sight; log collectors want every line.
  const logRequests = read.get('LOG_REQUESTS') ?? (isTerminal && logFormat === 'pretty' ? 'off' : 'on');
  return {
    logLevel: read.get('LOG_LEVEL'),
    logFormat,
    logRequests: logRequests === 'on',
    logAddresses: read.get('LOG_ADDRESSES') === 'on',
  } as const;
}

/** Null port: not served. */
export interface MetricsAddress {
  readonly metricsPort: number | null;
  readonly metricsHost: string;
}

/** Each process has its own variable for the port. */
export function readMetricsAddress(
  read: EnvironmentReader,
  variable: 'METRICS_PORT' | 'ACCOUNT_METRICS_PORT' | 'WORK_METRICS_PORT' | 'DELIVER_METRICS_PORT',
): MetricsAddress {
  return { metricsPort: read.get(variable), metricsHost: read.get('METRICS_HOST') };
}

export function readRetailerNames(read: EnvironmentReader): RetailerNames {
  return {
    retailer_a: read.get('RETAILER_A_NAME') ?? RETAILER_NAMES.retailer_a,
    retailer_b: read.get('RETAILER_B_NAME') ?? RETAILER_NAMES.retailer_b,
  };
}
