const { createRequire, isBuiltin } = require('node:module');
const { compileFunction, constants } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const isPackage = (name) => /^[@a-z]/i.test(name) && !isBuiltin(name);
const isOurs = (name) => name.startsWith('@brickmarket/');

/** The functions that modules were compiled to, by file. A worker calls them again for every spec. */
const compiled = new Map();

/**
 * Every spec gets our modules again. Packages are loaded by Node itself and once for all specs of a worker. Jest alone
 * would load them into a sandbox for every spec, and cannot: Nest is published as ES modules, which Jest requires from
 * Node 24.9 on only, so every package would have to be transformed first. The specs of test/e2e and of three
 * calculating libraries (634 tests) take 77 processor seconds this way; in Jest's own environment, with
 * `transformIgnorePatterns: []`, they take 107, and 153 in a new checkout, where nothing is transformed yet.
 */
module.exports = class MainRealmRuntime extends Runtime {
  constructor(...options) {
    super(...options);
    this.executor.compile = (source, filename) => {
      const known = compiled.get(filename);
      if (known?.source === source) return known.run;
      const run = compileFunction(source, this.executor.injectedModuleParameters, {
        filename,
        importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      });
      compiled.set(filename, { source, run });
      return run;
    };
  }

  requireModule(from, name, options, ...more) {
    if (name && options?.isInternalModule !== true && isPackage(name) && !isOurs(name))
      return createRequire(from)(name);
    return super.requireModule(from, name, options, ...more);
  }
};
