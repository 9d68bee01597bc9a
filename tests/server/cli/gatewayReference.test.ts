import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withGatewayReference } from '#server/modules/gateway/gatewayReference.ts';

const document = readFileSync('docs/gateway.md', 'utf8');

it('docs/gateway.md has the parameters, errors and reasons that the server checks by', () => {
  expect(withGatewayReference(document)).toBe(document);
  expect(document).toContain('| `nonce`');
  expect(document).not.toMatch(/undefined|\[object/);
});

it('a changed table is written anew, and a missing one is an error', () => {
  expect(withGatewayReference(document.replace('| `nonce`', '| `once`'))).toBe(document);
  expect(() => withGatewayReference(document.replace('<!-- reasons -->', ''))).toThrow('no place for reasons');
});
