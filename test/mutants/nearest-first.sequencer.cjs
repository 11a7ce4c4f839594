// Runs specs in the order of MUTANT_SPECS, so that the nearest to the change ends the run.
const { default: Sequencer } = require('@jest/test-sequencer');

const order = process.env.MUTANT_SPECS.split('\n');

module.exports = class extends Sequencer {
  sort(tests) {
    return tests.toSorted((a, b) => order.indexOf(a.path) - order.indexOf(b.path));
  }
};
