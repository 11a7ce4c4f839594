/** @type {import('jest').Config} */
export default {
  rootDir: '..',
  testEnvironment: 'node',
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
  // Jest cannot require() an ES module before Node 24.9: these packages have no CommonJS build.
  transformIgnorePatterns: [
    '/node_modules/\\.pnpm/(?!@nestjs\\+|content-disposition@|cookie@|p-limit@|request-filtering-agent@|yocto-queue@)',
  ],
  modulePathIgnorePatterns: ['/dist/'],
  // Looked up in the module, not through the sandbox of the test: calculations take a third of the time.
  sandboxInjectedGlobals: ['Math'],
  // One more than the cores of a small machine: most specs wait for the processes they start.
  maxWorkers: 3,
  // Generous, for a busy machine: no test is about how long it takes.
  testTimeout: 300_000,
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  testMatch: ['<rootDir>/{apps,libs,test}/**/*.spec.ts'],
};
