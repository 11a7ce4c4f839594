const { createRequire, isBuiltin } = require('node:module');
const { compileFunction, constants } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const isPackage = (name) => /^[@a-z]/i.test(name) && !isBuiltin(name);
const isOurs = (name) => name.startsWith('@brickmarket/');

/** The functions that modules were compiled to, by file. A worker calls them again for every spec. */
const compiled = new Map();

/**
 * Every spec gets our modules anew. Packages are loaded by Node itself and once for all specs of a worker: loading Nest
 * and TypeORM for each spec took most of the time of the small ones.
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
