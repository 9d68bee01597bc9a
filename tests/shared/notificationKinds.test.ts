import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { notificationKindSchema } from '#shared/contract/notifications.ts';

it('docs/notifications.md describes each kind of notification', () => {
  const rows = readFileSync('docs/notifications.md', 'utf8').matchAll(/^\| `(\w+)`/gm);
  expect(Array.from(rows, ([, kind]) => kind)).toEqual(notificationKindSchema.options);
});
