import { isEmail } from 'class-validator';

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

  emailAddress(name: string): string | null {
    const raw = this.raw(name);
    if (raw === undefined || isEmail(raw)) return raw ?? null;
    this.fault(name, 'must be an e-mail address like help@example.com');
    return null;
  }

  /** Web origins with commas between them, or `*` for any; an empty list when not set. */
  origins(name: string): '*' | readonly string[] {
    const origins =
      this.raw(name)
        ?.split(',')
        .map((text) => text.trim()) ?? [];
    if (origins.length === 1 && origins[0] === '*') return '*';
    const bad = origins.find((text) => !isWebOrigin(text));
    if (bad !== undefined)
      this.fault(
        name,
        // Whatever has an @ may have a password before it.
        `must be * or origins like https://app.example, without a path, with a comma between them: ${bad.includes('@') ? 'one with a user name' : JSON.stringify(bad)} is none`,
      );
    return origins;
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

/** Whether a browser would say it so: scheme, host in lower case, port unless it is the usual one, nothing else. */
function isWebOrigin(text: string): boolean {
  return /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
