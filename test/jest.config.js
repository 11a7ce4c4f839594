/** @type {import('jest').Config} */
export default {
  rootDir: '..',
  testEnvironment: '<rootDir>/test/support/main-realm.environment.cjs',
  runtime: '<rootDir>/test/support/main-realm.runtime.cjs',
  testSequencer: '<rootDir>/test/support/longest-first.sequencer.cjs',
  testEnvironmentOptions: { customExportConditions: ['brickmarket:source', 'node', 'node-addons'] },
  transform: {
    '\\.[jt]s$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
        },
      },
    ],
  },
  modulePathIgnorePatterns: ['/dist/'],
  // One more than the cores of a small machine: most specs wait for the processes they start.
  maxWorkers: 3,
  // Every spec evaluates our modules again, and the packages that all share keep what those register (about 8 MB for an
  // API): without new workers the garbage collector made calculations at the end ten times slower.
  workerIdleMemoryLimit: '300MB',
  // Generous, for a busy machine: no test is about how long it takes.
  testTimeout: 600_000,
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  testMatch: ['<rootDir>/{apps,libs,test}/**/*.spec.ts'],
};
