import { expect, it } from 'vitest';
import { withoutTenants } from '#server/http/declarationFiles.ts';

it('the console gets no numbers of merchants and no names of roles, with all lines in place', () => {
  const text = `{
  "tenants": ["M10000001", "platform"],
  "grants": {
    "Best customers": ["list"]
  },
  "firstPageOf": ["Best customers"],
  "name": "sales"
}`;
  expect(withoutTenants(text)).toBe(`{
  "tenants": ["merchant","platform"],
  "grants": {}

,
  "firstPageOf": [],
  "name": "sales"
}`);
});
