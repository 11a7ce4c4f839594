// The configuration of the other lanes without what they start once, and with one changed file.
import base from '../jest.config.js';

const { globalSetup: _setup, globalTeardown: _teardown, transform, ...rest } = base;
const [[pattern, [, options]]] = Object.entries(transform);

export default {
  ...rest,
  rootDir: '../..',
  transform: { [pattern]: ['<rootDir>/test/mutants/transform.cjs', options] },
  testSequencer: '<rootDir>/test/mutants/nearest-first.sequencer.cjs',
  testTimeout: 50_000,
};
