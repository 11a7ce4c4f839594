const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Specs that take long, longest first. One of them that begins last runs alone while other processors idle, and a new
 * checkout knows no times of earlier runs.
 */
const LONGEST = [
  'test/client/mirror-stays-right',
  'test/docker/monitoring',
  'test/docker/alert-rules',
  'test/machines/first-start',
  'test/faults/upgrades',
  'test/outsiders/wishlist',
  'test/backtest/temperaments',
  'test/outsiders/packed-libraries',
  'test/account/collection-page',
  'test/faults/quota-survives-crashes',
  'test/account/keys-page',
  'test/account/alerts-page',
  'test/cli/start-again',
  'test/faults/shutdown-drops-nothing',
  'test/faults/replicas-are-never-stale',
  'test/cli/start',
  'test/account/pages',
  'test/browser/pages',
  'test/account/sign-in-page',
  'test/mcp/mcp',
  'test/market/work',
  'test/demo/demo-load',
  'test/account/import',
];

const rankOf = (file) => {
  const name = path.relative('.', file).replace(/(\.\w+)?\.spec\.ts$/, '');
  const place = LONGEST.indexOf(name);
  if (place >= 0) return place;
  // What starts the service or a browser takes longer than a calculation.
  return LONGEST.length + (name.startsWith('test/') ? 0 : 1);
};

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    return [...tests].toSorted((a, b) => rankOf(a.path) - rankOf(b.path) || (a.path < b.path ? -1 : 1));
  }
};
