import { baseString, encoded, hmacSha1, readAuthorization } from './oauth-check.ts';

describe('the signatures that the stand-in of BrickLink checks', () => {
  it('encode as RFC 5849, 3.6 says', () => {
    expect(encoded("-._~ aZ9!*'()é=&")).toBe('-._~%20aZ9%21%2A%27%28%29%C3%A9%3D%26');
  });

  it('are made of the base string of RFC 5849, 3.4.1.1', () => {
    const url = new URL('http://EXAMPLE.COM:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b');
    const header = readAuthorization(
      'OAuth realm="Example", oauth_consumer_key="9djdj82h48djs9d2", oauth_token="kkk9d7dh3k39sjv7", ' +
        'oauth_signature_method="HMAC-SHA1", oauth_timestamp="137131201", oauth_nonce="7d8f3e4a"',
    )!;
    const form: [string, string][] = [
      ['c2', ''],
      ['a3', '2 q'],
    ];
    expect(baseString('post', url, [...header, ...form])).toBe(
      'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D' +
        '%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method' +
        '%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7',
    );
  });

  it('are those of RFC 5849, 1.2', () => {
    const url = new URL('http://photos.example.net/photos?file=vacation.jpg&size=original');
    const header = readAuthorization(
      'OAuth realm="Photos", oauth_consumer_key="dpf43f3p2l4k3l03", oauth_token="nnch734d00sl2jdk", ' +
        'oauth_signature_method="HMAC-SHA1", oauth_timestamp="137131202", oauth_nonce="chapoH", ' +
        'oauth_signature="MdpQcU8iPSUjWoN%2FUDMsK2sui9I%3D"',
    )!;
    const others = [...header].filter(([name]) => name !== 'oauth_signature');
    expect(hmacSha1(baseString('GET', url, others), 'kd94hf93k423kf44', 'pfkkdhi9sl3r4s00')).toBe(
      header.get('oauth_signature'),
    );
  });

  it.each([undefined, 'Basic abc', 'OAuth a', 'OAuth a="1", a="2"'])('refuse the header %p', (header) => {
    expect(readAuthorization(header)).toBeNull();
  });
});
