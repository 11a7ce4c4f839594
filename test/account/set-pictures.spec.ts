import { insertSet } from '../support/catalog-builders.ts';
import { raiseDataVersion } from '../support/data-versions.ts';
import { eventually } from '../support/eventually.ts';
import { aPicture, send } from '../support/picture-host.ts';
import { Receiver } from '../support/receivers.ts';
import { TestAccountArea, type TestBrowser } from '../support/test-account-area.ts';

const PNG = aPicture([200, 30, 30]);

describe('pictures of sets', () => {
  let area: TestAccountArea;
  let host: Receiver;
  let ann: TestBrowser;
  let sets = 0;
  beforeAll(async () => {
    host = await Receiver.start();
    area = await TestAccountArea.start({ SET_PICTURES: 'loopback' });
    ann = await area.signedUp('ann@example.com');
  });
  afterAll(async () => {
    await area.stop();
    await host.stop();
  });

  /** A new set with a picture at this address. */
  const setWith = async (imageUrl: string | null): Promise<string> => {
    const setNumber = `${++sets}-1`;
    await insertSet(area.db, { set_number: setNumber, image_url: imageUrl });
    await raiseDataVersion(area.db, 'catalog');
    return setNumber;
  };
  const ask = (setNumber: string) => ann.get(`sets/${setNumber}/picture`);
  const asked = (path: string): number => host.of(path).length;

  it('are fetched once, by the server, which says nothing about who looks at them', async () => {
    const setNumber = await setWith(host.at('/75192.png', send(PNG)));
    for (let time = 0; time < 3; time++) {
      const { status, headers, bytes } = await ask(setNumber);
      expect([status, headers['content-type'], headers['cache-control']]).toEqual([
        200,
        'image/png',
        'private, max-age=86400',
      ]);
      expect(bytes.equals(PNG)).toBe(true);
    }
    expect(host.of('/75192.png').map(({ headers }) => Object.keys(headers).toSorted())).toEqual([
      ['accept', 'connection', 'host', 'user-agent'],
    ]);
  });

  it('are for people who are signed in', async () => {
    const setNumber = await setWith(host.at('/closed.png', send(PNG)));
    expect((await area.browser().get(`sets/${setNumber}/picture`)).code).toBe('NotSignedIn');
    expect(asked('/closed.png')).toBe(0);
  });

  it.each([
    ['a page of an error', send('<html>Sorry</html>', 'image/jpeg')],
    ['a drawing that may have scripts', send('<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml')],
    ['a picture of more than two megabytes', send(Buffer.concat([PNG, Buffer.alloc(2_000_000)]))],
    ['nothing', send('')],
    ['a status that is no success', send(PNG, 'image/png', 404)],
    ['a redirect', send('', 'text/plain', 302)],
  ])('are none where the host sends %s, which is asked once', async (name, answer) => {
    const path = `/${encodeURIComponent(name)}`;
    const setNumber = await setWith(host.at(path, answer));
    for (let time = 0; time < 2; time++) {
      const { status, body } = await ask(setNumber);
      expect([status, body]).toEqual([204, '']);
    }
    expect(asked(path)).toBe(1);
  });

  it('follow no redirect, wherever it leads', async () => {
    const target = host.at('/target.png', send(PNG));
    const setNumber = await setWith(
      host.at('/moved.png', (response) => void response.writeHead(302, { location: target }).end()),
    );
    expect((await ask(setNumber)).status).toBe(204);
    expect([asked('/moved.png'), asked('/target.png')]).toEqual([1, 0]);
  });

  it.each(['http://192.168.0.1/x.png', 'https://169.254.169.254/x.png', 'https://[::1]/x.png', 'ftp://a.example/x'])(
    'are none at %s',
    async (address) => {
      expect((await ask(await setWith(address))).status).toBe(204);
    },
  );

  it('are none of a set that has no address, and of a number that no set has', async () => {
    expect((await ask(await setWith(null))).status).toBe(204);
    expect((await ask('999999-1')).status).toBe(204);
    expect((await ask(encodeURIComponent(host.at('/other.png', send(PNG))))).status).toBe(204);
    expect(asked('/other.png')).toBe(0);
  });

  it('are fetched four at once, and a picture that several wait for once', async () => {
    let [open, most] = [0, 0];
    const waiting: (() => void)[] = [];
    const numbers: string[] = [];
    for (let at = 0; at < 8; at++)
      numbers.push(
        await setWith(
          host.at(`/slow-${at}.png`, (response) => {
            most = Math.max(most, ++open);
            waiting.push(() => {
              open--;
              send(PNG)(response);
            });
          }),
        ),
      );
    const answers = [...numbers, ...numbers].map(ask);
    for (let left = 8; left > 0; left--) {
      await eventually('as many as may wait do', () => waiting.length === Math.min(4, left));
      waiting.shift()!();
    }
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(16).fill(200));
    expect([most, ...numbers.map((_, at) => asked(`/slow-${at}.png`))]).toEqual([4, ...Array<number>(8).fill(1)]);
  });

  it('wait for no host that breaks off: the next minute it is left alone', async () => {
    const broken = await Receiver.start();
    const first = await setWith(broken.at('/a.png', (response) => void response.socket!.destroy()));
    const second = await setWith(broken.at('/b.png', send(PNG)));
    expect([(await ask(first)).status, (await ask(second)).status]).toEqual([204, 204]);
    expect(broken.received.map(({ path }) => path)).toEqual(['/a.png']);
    await broken.stop();
  });

  it('come from no address of this machine unless allowed, and from nowhere when they are off', async () => {
    for (const [value, shown] of [
      ['public', true],
      ['off', false],
    ] as const) {
      const other = await TestAccountArea.start({ SET_PICTURES: value });
      await insertSet(other.db, { set_number: '1-1', image_url: host.at(`/${value}.png`, send(PNG)) });
      await raiseDataVersion(other.db, 'catalog');
      const bob = await other.signedUp('bob@example.com');
      expect((await bob.get('sets/1-1/picture')).status).toBe(204);
      expect((await bob.get('session')).json()).toMatchObject({ hasSetPictures: shown });
      await other.stop();
      expect(asked(`/${value}.png`)).toBe(0);
    }
  });
});
