import { expect, it } from 'vitest';
import { declarationSchema, toResource } from '@merchant-console/declaration';
import { POWERS } from '#server/access/powers.ts';
import { wantedRollOut } from '#server/rollOut/wantedRollOut.ts';

it('reaches no permission that gives a power', () => {
  const powers = Object.values(POWERS).flatMap((of) => Object.values(of).flat());
  const resources = powers.map((permission) => {
    const [name = '', key = ''] = permission.split('.');
    const fields = [{ source: 'name', type: 'text' }];
    return toResource(declarationSchema.parse({ version: 1, name, fields, tenants: 'all', grants: { Viewer: [key] } }));
  });
  const wanted = wantedRollOut({ resources, undecided: [] }, []);
  expect(wanted({ type: 'merchant', merchantNo: 'M1' }).pages).toEqual([]);
});
