import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { eventually, exitOf } from './eventually.ts';
import { freePort } from './free-port.ts';

export interface Rule {
  readonly alert?: string;
  readonly record?: string;
  expr: string;
  for?: string;
  readonly annotations?: { readonly runbook: string };
}

export interface RuleFile {
  readonly groups: { readonly name: string; readonly rules: Rule[] }[];
}

export const RULES = 'docker/monitoring/rules.yml';

export const readRules = (): RuleFile => parse(readFileSync(RULES, 'utf8')) as RuleFile;

/** A job of Prometheus: the label by which rules know its processes, and where they are. */
export interface ScrapedJob {
  readonly job_name: string;
  readonly static_configs: readonly { readonly targets: readonly string[]; readonly labels?: object }[];
  readonly tls_config?: object;
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 };

/** Makes a rule wait, and look back, for a part of the time that it does in operation. */
export function hurry(rule: Rule, times: number): void {
  const part = (count: string, unit: string): string => `${Math.ceil((Number(count) * SECONDS[unit]!) / times)}s`;
  rule.expr = rule.expr.replaceAll(/\[(\d+)([smh])\]/g, (_, count: string, unit: string) => `[${part(count, unit)}]`);
  if (rule.for !== undefined) rule.for = part(rule.for.slice(0, -1), rule.for.slice(-1));
}

interface Alert {
  readonly state: 'pending' | 'firing';
  readonly labels: { readonly alertname: string };
}

const namesOf = (alerts: readonly Alert[]): readonly string[] =>
  [...new Set(alerts.map(({ labels }) => labels.alertname))].toSorted();

/** Prometheus with our rules, in a temporary folder. They wait for minutes: `adapt` shortens what a test waits for. */
export class RunningPrometheus {
  private constructor(
    private readonly child: ChildProcess,
    private readonly url: string,
  ) {}

  static async start(
    folder: string,
    jobs: readonly ScrapedJob[],
    adapt: (rule: Rule) => void,
  ): Promise<RunningPrometheus> {
    const file = readRules();
    for (const { rules } of file.groups) for (const rule of rules) adapt(rule);
    const home = mkdtempSync(join(folder, 'prometheus-'));
    writeFileSync(join(home, 'rules.yml'), stringify(file));
    const global = { scrape_interval: '3s', scrape_timeout: '3s', evaluation_interval: '1s' };
    const config = stringify({ global, rule_files: [join(home, 'rules.yml')], scrape_configs: jobs });
    writeFileSync(join(home, 'prometheus.yml'), config);
    const listen = `127.0.0.1:${await freePort()}`;
    const child = spawn(
      'prometheus',
      [
        `--config.file=${join(home, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(home, 'data')}`,
        `--web.listen-address=${listen}`,
      ],
      { stdio: 'ignore' },
    );
    const prometheus = new RunningPrometheus(child, `http://${listen}`);
    const kill = (): void => void child.kill('SIGKILL');
    process.once('exit', kill);
    child.once('exit', () => process.off('exit', kill));
    const targets = jobs.flatMap(({ static_configs }) => static_configs.flatMap((one) => one.targets));
    await eventually('prometheus has asked every process', async () => {
      const answer = await fetch(`${prometheus.url}/api/v1/query?query=sum(up)`).catch(() => null);
      const body = (await answer?.json().catch(() => null)) as {
        data: { result: { value: [number, string] }[] };
      } | null;
      return body?.data.result[0]?.value[1] === String(targets.length);
    });
    return prometheus;
  }

  /** The names of the alerts that fire now, in order. */
  async firing(): Promise<readonly string[]> {
    return namesOf((await this.#alerts()).filter(({ state }) => state === 'firing'));
  }

  /** Those that fire, and those that are about to. */
  async firingOrPending(): Promise<readonly string[]> {
    return namesOf(await this.#alerts());
  }

  /** Those that have fired at any time after one instant, until another. */
  async firedBetween(since: Date, until: Date): Promise<readonly string[]> {
    const parameters = new URLSearchParams({
      query: `group by (alertname) (count_over_time(ALERTS{alertstate="firing"}[${+until - +since}ms]))`,
      time: until.toISOString(),
    });
    const answer = await fetch(`${this.url}/api/v1/query?${parameters.toString()}`);
    const body = (await answer.json()) as { data: { result: { metric: Alert['labels'] }[] } };
    return body.data.result.map(({ metric }) => metric.alertname).toSorted();
  }

  async #alerts(): Promise<readonly Alert[]> {
    const body = (await (await fetch(`${this.url}/api/v1/alerts`)).json()) as { data: { alerts: readonly Alert[] } };
    return body.data.alerts;
  }

  async stop(): Promise<void> {
    this.child.kill('SIGKILL');
    await exitOf(this.child);
  }
}
