import { DEMO_NOTICE } from '@brickmarket/domain';
import { LOADED_DEMO } from '../support/market/loaded-demo.ts';
import { TestAccountArea } from '../support/test-account-area.ts';

it('tells every visitor that prices are synthetic while a demo is loaded, and nobody otherwise', async () => {
  const area = await TestAccountArea.start();
  const notice = async () => (await area.browser().get('session')).json<{ demoNotice: unknown }>().demoNotice;
  try {
    expect(await notice()).toBeNull();
    await area.db.query(LOADED_DEMO);
    expect(await notice()).toBe(DEMO_NOTICE);
  } finally {
    await area.stop();
  }
});
