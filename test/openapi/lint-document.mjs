// Prints what a strict linter has against the OpenAPI document on standard input. A process of its own: the linter is
// an ES module, which jest cannot load.
import { text } from 'node:stream/consumers';
import { createConfig, lintFromString } from '@redocly/openapi-core';

const config = await createConfig({ extends: ['recommended-strict'], rules: { 'info-contact': 'error' } });
const problems = await lintFromString({ source: await text(process.stdin), absoluteRef: 'openapi.json', config });
for (const { ruleId, message, location } of problems) console.log(`${ruleId}: ${message} at ${location[0]?.pointer}`);
