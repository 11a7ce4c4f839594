const PURE =
  '^libs/(domain|alerts|valuation|retail-tracking|portfolio|identity|persistence-ports|feeds|catalog-search)/src/';
const CALCULATIONS = '^libs/(alerts|valuation|retail-tracking|portfolio|identity|catalog-search)/src/';
const SPEC = '\\.spec\\.ts$';
/** For an example; the oldest Node that runs this project does not have it. */
const NEWER_NODE = '^node:sqlite$';

/** Which way dependencies may point. Run by `npm run lint`; dependency-rules.spec.ts shows that each rule bites.
 * @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'domain-depends-on-nothing',
      severity: 'error',
      from: { path: '^libs/domain/src/', pathNot: SPEC },
      to: { pathNot: '^libs/domain/src/' },
    },
    {
      name: 'calculations-know-only-the-domain',
      severity: 'error',
      from: { path: CALCULATIONS, pathNot: SPEC },
      to: { path: '^libs/', pathNot: ['^libs/domain/', '^libs/$1/'] },
    },
    {
      name: 'pure-libs-import-no-framework',
      severity: 'error',
      from: { path: PURE, pathNot: SPEC },
      to: { path: 'node_modules/(@nestjs|typeorm|pg|fastify|class-validator|class-transformer)/' },
    },
    {
      name: 'ports-and-feeds-know-only-the-domain',
      severity: 'error',
      from: { path: '^libs/(persistence-ports|feeds)/src/', pathNot: SPEC },
      to: { path: '^libs/', pathNot: ['^libs/domain/', '^libs/$1/'] },
    },
    {
      name: 'extensions-know-only-the-domain',
      severity: 'error',
      from: { path: '^libs/extension/src/', pathNot: SPEC },
      to: { path: '^libs/', pathNot: '^libs/(domain|extension)/' },
    },
    {
      name: 'demo-market-knows-only-domain-and-feeds',
      severity: 'error',
      from: { path: '^libs/demo-market/src/', pathNot: SPEC },
      to: { path: '^libs/', pathNot: '^libs/(domain|feeds|demo-market)/' },
    },
    {
      name: 'operations-know-no-storage',
      severity: 'error',
      from: { path: '^libs/operations/src/', pathNot: SPEC },
      to: { path: '^libs/(persistence-postgres|local-postgres)/|node_modules/(typeorm|pg)/' },
    },
    {
      name: 'sources-know-no-storage-and-not-each-other',
      severity: 'error',
      from: { path: '^libs/sources/src/([^/]+)/', pathNot: SPEC },
      to: {
        path: '^libs/(persistence-postgres|local-postgres|sources/src/)|node_modules/(typeorm|pg)/',
        pathNot: '^libs/sources/src/($1|shared)/',
      },
    },
    {
      name: 'client-knows-only-the-contract',
      severity: 'error',
      from: { path: '^libs/client/src/', pathNot: [SPEC, '^libs/client/src/mirror/'] },
      to: { pathNot: '^libs/client/src/(?!mirror/)|node_modules/(openapi-fetch|lru-cache)/' },
    },
    // The client runs in browsers, its mirror does not.
    {
      name: 'mirror-knows-only-the-client-and-node',
      severity: 'error',
      from: { path: '^libs/client/src/mirror/', pathNot: SPEC },
      to: { pathNot: '^libs/client/src/', dependencyTypesNot: ['core'] },
    },
    {
      name: 'mcp-knows-only-the-client-and-extensions',
      severity: 'error',
      from: { path: '^apps/mcp/src/', pathNot: SPEC },
      to: {
        path: '^libs/',
        pathNot: '^libs/(client|extension)/|^libs/service-runtime/src/(extensions|variables)\\.ts$',
      },
    },
    {
      name: 'the-account-page-knows-only-itself',
      severity: 'error',
      from: { path: '^apps/account-web/src/', pathNot: SPEC },
      to: { path: '^libs/' },
    },
    { name: 'libs-do-not-know-apps', severity: 'error', from: { path: '^libs/' }, to: { path: '^apps/' } },
    {
      name: 'apps-do-not-know-each-other',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'one-module-per-app-knows-the-database',
      severity: 'error',
      from: { path: '^apps/', pathNot: 'persistence\\.(module|wiring)\\.ts$' },
      to: { path: '^libs/persistence-postgres/' },
    },
    // By folder, not by name: a feature that is added is checked without a change here.
    {
      name: 'features-are-isolated',
      severity: 'error',
      from: { path: '^apps/([^/]+)/src/features/([^/]+)/' },
      to: { path: '^apps/$1/src/features/', pathNot: '^apps/$1/src/features/$2/' },
    },
    {
      name: 'only-the-app-module-knows-features',
      severity: 'error',
      from: { pathNot: ['^apps/[^/]+/src/features/', '^apps/[^/]+/src/app\\.module\\.ts$'] },
      to: { path: '^apps/[^/]+/src/features/' },
    },
    {
      name: 'source-does-not-import-tests',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: SPEC },
      to: { path: '^test/|\\.spec\\.ts$' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: NEWER_NODE } },
    {
      name: 'declared',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'unknown'], pathNot: NEWER_NODE },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['brickmarket:source', 'import', 'require', 'node', 'default', 'types'],
    },
  },
};
