import { readFileSync } from 'node:fs';
import { OWN_EVENT_KINDS } from '@brickmarket/alerts';
import { VARIABLE_MEANINGS } from '@brickmarket/service-runtime/variable-meanings';
import { VARIABLES } from '@brickmarket/service-runtime/variables';
import { STATUS_OF_CODE } from '../../apps/account/src/http/errors.ts';
import { ERROR_MEANINGS } from '../../apps/account/src/openapi/error-codes.ts';
import { ERROR_ANSWERS } from '../../apps/api/src/openapi/answers.ts';
import { createProgram } from '../../apps/cli/src/program.ts';
import { markdownBelow } from '../support/markdown.ts';
import { commandLinePage, configurationPage, errorsPage, eventsPage } from '../support/reference-pages.ts';
import { expectStored } from '../support/stored-page.ts';

describe('generated references', () => {
  it('describe every variable that a process reads, and no other', () => {
    expect(Object.keys(VARIABLE_MEANINGS)).toEqual(Object.keys(VARIABLES));
    expectStored('configuration.md', configurationPage(VARIABLE_MEANINGS));
  });

  it('describe every command', async () => {
    expectStored('command-line.md', commandLinePage(await createProgram()));
  });

  it('describe every error code', () => {
    expectStored('error-codes.md', errorsPage(ERROR_ANSWERS, ERROR_MEANINGS, STATUS_OF_CODE));
  });

  it('describe every event type', () => {
    expectStored('event-types.md', eventsPage(OWN_EVENT_KINDS));
  });

  it('have no hand-written double: no other document has a table of variables', () => {
    const documents = ['README.md', ...['apps', 'docker', 'libs', 'test'].flatMap(markdownBelow)];
    const doubles = documents.filter(
      (document) =>
        !document.endsWith('reference/configuration.md') &&
        readFileSync(document, 'utf8')
          .split('\n')
          .some((line) => {
            const first = /^\| *`([A-Z][A-Z_]+)`/.exec(line)?.[1];
            return first !== undefined && first in VARIABLES;
          }),
    );
    expect(doubles).toEqual([]);
  });
});
