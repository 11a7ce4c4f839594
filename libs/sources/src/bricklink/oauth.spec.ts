import OAuth from 'oauth-1.0a';
import { createHmac } from 'node:crypto';
import { authorizationOf, signGet } from './oauth.ts';

describe('the signature of a GET', () => {
  it('is that of RFC 5849, 1.2', () => {
    const url = new URL('http://photos.example.net/photos?file=vacation.jpg&size=original');
    const parameters = {
      oauth_consumer_key: 'dpf43f3p2l4k3l03',
      oauth_token: 'nnch734d00sl2jdk',
      oauth_signature_method: 'HMAC-SHA1',
      oauth_timestamp: '137131202',
      oauth_nonce: 'chapoH',
    };
    const keys = {
      ...{ consumerKey: 'dpf43f3p2l4k3l03', consumerSecret: 'kd94hf93k423kf44' },
      ...{ token: 'nnch734d00sl2jdk', tokenSecret: 'pfkkdhi9sl3r4s00' },
    };
    expect(signGet(url, parameters, keys)).toBe('MdpQcU8iPSUjWoN/UDMsK2sui9I=');
  });

  it.each([
    'https://api.bricklink.com/api/store/v1/items/SET/75192-1/price?guide_type=sold&new_or_used=N',
    "https://api.bricklink.com/a%20b/c?q=it's+(very)*!&q=a&empty=&é=ü",
  ])('is that of another client, for %s', (address) => {
    const url = new URL(address);
    const keys = { consumerKey: "c'k!", consumerSecret: 'c s&', token: 't*', tokenSecret: 't(s)' };
    const header = authorizationOf(url, keys, new Date('2026-06-15T12:00:00.999Z'), 'nonce');
    const given = Object.fromEntries(
      [...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name!, decodeURIComponent(value!)]),
    );
    const other = new OAuth({
      consumer: { key: keys.consumerKey, secret: keys.consumerSecret },
      signature_method: 'HMAC-SHA1',
      hash_function: (base, key) => createHmac('sha1', key).update(base).digest('base64'),
    });
    const { oauth_signature: signature, ...parameters } = given;
    const query: Record<string, string | string[]> = {};
    for (const name of url.searchParams.keys()) {
      const all = url.searchParams.getAll(name);
      query[name] = all.length > 1 ? all : all[0]!;
    }
    const request = { method: 'GET', url: url.origin + url.pathname, data: query };
    const signed = other.getSignature(request, keys.tokenSecret, parameters as unknown as OAuth.Data);
    expect(signed).toBe(signature);
    expect(given['oauth_timestamp']).toBe('1781524800');
  });
});
