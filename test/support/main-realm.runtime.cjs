const { createRequire, isBuiltin } = require('node:module');
const { compileFunction, constants } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const isPackage = (name) => /^[@a-z]/i.test(name) && !isBuiltin(name);
const isOurs = (name) => name.startsWith('@brickmarket/');

/**
 * Every spec gets our modules anew. Packages are loaded by Node itself and once for all specs of a worker: loading Nest
 * and TypeORM for each spec took most of the time of the small ones.
 */
module.exports = class MainRealmRuntime extends Runtime {
  constructor(...options) {
    super(...options);
    this.executor.compile = (source, filename) =>
      compileFunction(source, this.executor.injectedModuleParameters, {
        filename,
        importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      });
  }

  requireModule(from, name, options, ...more) {
    if (name && options?.isInternalModule !== true && isPackage(name) && !isOurs(name))
      return createRequire(from)(name);
    return super.requireModule(from, name, options, ...more);
  }
};
