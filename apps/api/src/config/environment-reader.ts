/** Reads variables one by one and remembers every fault, so that all bad ones are named at once. */
export class EnvironmentReader {
  private readonly faults: string[] = [];

  constructor(private readonly environment: NodeJS.ProcessEnv) {}

  text(name: string, fallback: string): string {
    return this.raw(name) ?? fallback;
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const raw = this.raw(name);
    if (raw === undefined) return fallback;
    const value = /^\d{1,9}$/.test(raw) ? Number(raw) : Number.NaN;
    if (value >= min && value <= max) return value;
    this.fault(name, `must be a whole number from ${min} to ${max}`);
    return fallback;
  }

  oneOf<T extends string>(name: string, fallback: T, allowed: readonly T[]): T {
    const raw = this.raw(name);
    if (raw === undefined) return fallback;
    const found = allowed.find((value) => value === raw);
    if (found === undefined) this.fault(name, `must be one of ${allowed.join(', ')}`);
    return found ?? fallback;
  }

  postgresUrl(name: string): string | null {
    const raw = this.raw(name);
    if (raw === undefined) return null;
    if (URL.canParse(raw) && /^postgres(ql)?:$/.test(new URL(raw).protocol)) return raw;
    this.fault(name, 'must be a URL like postgres://user:password@host:5432/database');
    return null;
  }

  fault(name: string, rule: string): void {
    this.faults.push(`${name} ${rule}`);
  }

  /** Throws one error that names every fault met so far. Values are left out: some are secrets. */
  refuseFaults(): void {
    if (this.faults.length > 0)
      throw new Error(`bad configuration:\n${this.faults.map((fault) => `  ${fault}`).join('\n')}`);
  }

  private raw(name: string): string | undefined {
    const value = this.environment[name];
    return value === undefined || value === '' ? undefined : value;
  }
}
