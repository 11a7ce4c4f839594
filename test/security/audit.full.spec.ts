import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { auditDependencies, auditDependenciesNow } from '../support/audit-dependencies.ts';

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

// Asked while the tests are collected: a question without an answer is reported as skipped, not as passed.
const audit = auditDependenciesNow();
if ('notDone' in audit)
  process.stderr.write(`The audit of the dependencies is SKIPPED: the registry gave no answer (${audit.notDone}).\n`);

describe('dependencies', () => {
  ('notDone' in audit ? it.skip : it)('have no known finding of high or critical severity', () => {
    expect(audit).toEqual({ findings: [] });
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
    const found = await auditDependencies(`http://127.0.0.1:${(registry.address() as AddressInfo).port}/`);
    registry.close();
    expect(found).toEqual({
      findings: ['high: fastify@1.0.0 a high finding', 'critical: fastify@1.0.0 a critical finding'],
    });
  });
});
