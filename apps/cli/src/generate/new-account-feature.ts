import type { CheckoutChanges } from './checkout-changes.ts';
import { listFeature, namesOf } from './new-feature.ts';

/** Route for the signed-in account, with module, list entry and test. */
export async function newAccountFeature(changes: CheckoutChanges, name: string): Promise<readonly string[]> {
  const { pascal, title } = namesOf(name);
  const folder = `apps/account/src/features/${name}`;
  changes.create(`${folder}/${name}.controller.ts`, controller(name, pascal, title));
  changes.create(`${folder}/${name}.module.ts`, module(name, pascal));
  changes.create(`test/account/${name}.spec.ts`, spec(name));
  await listFeature(changes, 'apps/account/src/app.module.ts', name, pascal);
  return [
    `Say in ${folder}/${name}.controller.ts what it answers, field by field.`,
    'What it stores gets a port in libs/persistence-ports and a folder in libs/persistence-postgres/src.',
    'npm run build, for the types of the page; the page itself is in apps/account-web/src.',
    `npm run jest -- test/account/${name}.spec`,
  ];
}

function controller(name: string, pascal: string, title: string): string {
  return `import { AccountBook, type ListedBrickfolio, type SessionRecord } from '@brickmarket/persistence-ports';
import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentSession } from '../../area/signed-in.guard.ts';
import * as is from '../../http/properties.ts';

class ${pascal}View {
  @is.Whole() id!: number;
  @is.Text() name!: string;
  @is.Whole() holdingCount!: number;
}

class ${pascal}Answer {
  @is.Parts(() => ${pascal}View) brickfolios!: ${pascal}View[];
}

@ApiTags('${title}')
@Controller('account/api/${name}')
export class ${pascal}Controller {
  constructor(private readonly book: AccountBook) {}

  @Get()
  @ApiOkResponse({ type: ${pascal}Answer })
  async list${pascal}(@CurrentSession() { accountId }: SessionRecord): Promise<${pascal}Answer> {
    return { brickfolios: (await this.book.listBrickfolios(accountId)).map(view) };
  }
}

function view({ brickfolio: { id, name }, holdingCount }: ListedBrickfolio): ${pascal}View {
  return { id, name, holdingCount };
}
`;
}

function module(name: string, pascal: string): string {
  return `import { Module } from '@nestjs/common';
import { ${pascal}Controller } from './${name}.controller.ts';

@Module({
  controllers: [${pascal}Controller],
})
export class ${pascal}Module {}
`;
}

function spec(name: string): string {
  return `import { TestAccountArea } from '../support/test-account-area.ts';

describe('GET account/api/${name}', () => {
  let area: TestAccountArea;
  beforeAll(async () => {
    area = await TestAccountArea.start();
  });
  afterAll(() => area.stop());

  it('answers the signed-in user with own data only', async () => {
    const ann = await area.signedUp('ann@example.com');
    expect((await ann.get('${name}')).json()).toMatchObject({ brickfolios: [{ holdingCount: 0 }] });
    expect((await area.browser().get('${name}')).code).toBe('NotSignedIn');
  });
});
`;
}
