const { TestEnvironment } = require('jest-environment-node');

/**
 * Runs specs in the realm of the process, as the service runs in production, instead of in a sandbox with globals of
 * its own: packages can then be shared by all specs of a worker, see main-realm.runtime.cjs. What a spec has changed of
 * the globals is undone after it.
 */
module.exports = class MainRealmEnvironment extends TestEnvironment {
  #globals = Object.getOwnPropertyDescriptors(globalThis);
  #variables = { ...process.env };
  #exit = Object.getOwnPropertyDescriptor(process, 'exit');

  constructor(config, context) {
    super(config, context);
    this.global = globalThis;
    this.moduleMocker = new this.moduleMocker.constructor(globalThis);
    this.fakeTimersModern = new this.fakeTimersModern.constructor({
      config: config.projectConfig,
      global: globalThis,
    });
  }

  /** What a spec wants to look at when one of its tests has failed, before it is cleared away: see browser.ts. */
  async handleTestEvent({ name, test }) {
    if (name === 'test_fn_failure') await globalThis.lookAtFailure?.(`${test.parent.name} ${test.name}`);
  }

  async teardown() {
    await super.teardown();
    this.global = null;
    Object.defineProperty(process, 'exit', this.#exit);
    for (const name of Object.keys(process.env)) if (!(name in this.#variables)) delete process.env[name];
    Object.assign(process.env, this.#variables);
    // Not the symbols: by them Jest keeps what it knows of a worker.
    for (const name of Object.keys(Object.getOwnPropertyDescriptors(globalThis)))
      if (!(name in this.#globals)) Reflect.deleteProperty(globalThis, name);
    for (const name of Object.keys(this.#globals)) Reflect.defineProperty(globalThis, name, this.#globals[name]);
  }
};
