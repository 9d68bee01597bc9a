import { expect, it } from 'vitest';
import { redactUrl } from '#server/http/logger.ts';

it.each([
  ['/prod-api/vue-element-admin/user/info?token=abc', '/prod-api/vue-element-admin/user/info?token=[redacted]'],
  ['/x?a=1&token=abc&b=2', '/x?a=1&token=[redacted]&b=2'],
  ['/x?login_token=abc', '/x?login_token=[redacted]'],
  ['/x?q=token', '/x?q=token'],
])('the log never contains a token: %s', (url, logged) => {
  expect(redactUrl(url)).toBe(logged);
});
