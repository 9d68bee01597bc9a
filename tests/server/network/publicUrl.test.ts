import { describe, expect, it } from 'vitest';
import { ValidationError } from '#server/errors.ts';
import { checkUrls } from '#server/modules/gateway/callChecks.ts';
import { publicUrl, webUrl } from '#server/network/notifyUrl.ts';

describe('the address of webhook notifications', () => {
  it.each([
    'https://pay.example.com/notify?a=1',
    'http://example.com:8080',
    'https://8.8.8.8/n',
    'https://[2606:4700::1111]/n',
    'https://商店.example.cn/通知',
  ])('may be %s', (text) => {
    expect(publicUrl(text)?.href).toBe(new URL(text).href);
  });

  it.each([
    ...['http://localhost/n', 'http://LOCALHOST./n', 'http://a.localhost/n', 'http://printer/n', 'http://db.internal'],
    ...['http://127.0.0.1/n', 'http://127.1', 'http://2130706433', 'http://0x7f.1', 'http://0177.0.0.1', 'http://0'],
    ...[
      'http://10.1.2.3',
      'http://172.16.0.1',
      'http://172.31.255.255',
      'http://192.168.1.1',
      'http://169.254.169.254',
    ],
    ...['http://100.64.0.1', 'http://192.0.2.1', 'http://224.0.0.1', 'http://255.255.255.255', 'http://198.18.0.1'],
    ...['http://[::1]', 'http://[::]', 'http://[::ffff:127.0.0.1]', 'http://[fe80::1]', 'http://[fc00::1]'],
    ...['http://[2002:7f00:1::]', 'http://[64:ff9b::7f00:1]', 'http://[2001:db8::1]', 'http://[ff02::1]'],
    ...[
      'http://a:b@example.com',
      'http://a@example.com',
      'ftp://example.com',
      'javascript:alert(1)',
      'example.com',
      '',
    ],
    ...[
      'https:example.com',
      'https://exa mple.com',
      'https://example.com\\@127.0.0.1',
      'https://',
      'https://example.com\n',
    ],
  ])('may not be %j', (text) => {
    expect(publicUrl(text)).toBeNull();
  });

  it('may be in a private network if a browser opens it', () => {
    expect(webUrl('http://localhost:3000/thanks')?.port).toBe('3000');
    expect(webUrl('javascript:alert(1)')).toBeNull();
  });
});

describe('the port of a webhook address', () => {
  const refused = (notify_url: string, ports: readonly number[], isPrivate = false) => {
    try {
      checkUrls({ notify_url }, { privateNotifyUrls: isPrivate, notifyUrlPorts: ports });
      return null;
    } catch (error) {
      return error instanceof ValidationError ? error.fields['notify_url']?.key : error;
    }
  };

  it.each([
    'https://a.example.com/n',
    'http://a.example.com/n',
    'https://a.example.com:443',
    'http://a.example.com:443',
  ])('must be an allowed one: %s', (url) => expect(refused(url, [80, 443])).toBeNull());

  it.each([
    'https://a.example.com:22',
    'http://a.example.com:6379/',
    'http://8.8.8.8:25',
    'https://a.example.com:8443',
  ])("can't be one of other services: %s", (url) => expect(refused(url, [80, 443])).toBe('url_port'));

  it('is configurable, and unrestricted in trials within this network', () => {
    expect(refused('https://a.example.com:8443', [443, 8443])).toBeNull();
    expect(refused('http://a.example.com', [443])).toBe('url_port');
    expect(refused('http://127.0.0.1:39125/n', [80, 443], true)).toBeNull();
  });
});
