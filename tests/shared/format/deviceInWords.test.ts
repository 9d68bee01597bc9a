import { expect, it } from 'vitest';
import { deviceInWords } from '#shared/format/deviceInWords.ts';
import { createTranslator } from '@merchant-console/declaration';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

const translate = createTranslator(
  { account: { device: '%{browser} on %{system}', unknown_device: 'Unknown device' } },
  'en',
);

it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/126.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`, 'Edge on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (Linux; Android 14; Pixel 8) ${WEBKIT} Chrome/126.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.5 Safari/605.1.15', 'Safari on macOS'],
  ['curl/8.5.0', 'Unknown device'],
  ['Mozilla/5.0 (Windows NT 10.0)', 'Windows'],
  ['Firefox/127.0', 'Firefox'],
  [null, 'Unknown device'],
])('%s is %s', (userAgent, device) => {
  expect(deviceInWords(userAgent, translate)).toBe(device);
});
