import { requirementsOf } from '../../resourcePermissions.ts';
import { isMerchantNo } from '../../resource.ts';
import { isKeptByCode } from '../CheckEnvironment.ts';
import { nearest } from '../nearest.ts';
import { finding, type Finding } from '../Problem.ts';
import { repeated } from '../references/repeated.ts';
import { permissionsMade } from './checkPermissions.ts';
import type { DeclarationSet } from './DeclarationSet.ts';
import type { Member } from './Member.ts';

/** What a file gives to tenants by itself: their menu entry, and permissions of their roles. */
export function checkRollOut(member: Member, set: DeclarationSet): Finding[] {
  return [...checkTenants(member), ...checkPossible(member, set), ...checkPlace(member, set), ...checkGrants(member)];
}

/** R265: all merchants include each one. */
function checkTenants({ subject }: Member): Finding[] {
  const { tenants = 'all' } = subject.declaration;
  if (tenants === 'all') return [];
  const numbers = tenants.includes('merchant') ? tenants.filter(isMerchantNo) : [];
  return [
    ...repeated(tenants).map((at) => finding('R114', ['tenants', at], { source: tenants[at] ?? '' })),
    ...numbers.map((number) => finding('R265', ['tenants', tenants.indexOf(number)], { number })),
  ];
}

/** R266: rights to the server's own resources are only given by users. R267: nobody would get anything. */
function checkPossible({ subject }: Member, { environment }: DeclarationSet): Finding[] {
  const { storage, kind, name, tenants } = subject.declaration;
  const keys = (['menu', 'grants', 'firstPageOf'] as const).filter((key) => subject.declaration[key] !== undefined);
  const isOwn = (storage === 'table' || kind !== undefined) && !isKeptByCode(environment, name);
  if (!isOwn) return keys.map((key) => finding('R266', [key], { key }, { at: 'key' }));
  const reachesNobody = tenants === undefined && subject.isSound('tenants');
  return reachesNobody ? keys.map((key) => finding('R267', [key], { key }, { at: 'key' })) : [];
}

/** R218: the menus that the caller knows, and other files, have no such entry. */
function checkPlace({ subject }: Member, { members, environment }: DeclarationSet): Finding[] {
  const under = subject.declaration.menu?.under;
  if (typeof under !== 'string' || !environment.menuEntries) return [];
  const made = members.flatMap((one) => {
    const place = one.subject.declaration.menu?.under;
    return typeof place === 'object' ? [place.address] : [];
  });
  const known = [...new Set([...environment.menuEntries, ...made])];
  if (known.includes(under)) return [];
  return [finding('R218', ['menu', 'under'], { address: under }, { suggestion: nearest(under, known) })];
}

/** R268: not a permission of this resource. R269: a permission is useless without others. */
function checkGrants(member: Member): Finding[] {
  const { subject } = member;
  const { name, grants = {}, actions = [] } = subject.declaration;
  if (!(['fields', 'operations', 'actions'] as const).every(subject.isSound)) return [];
  const known = permissionsMade(member).map((key) => key.slice(name.length + 1));
  const asking = actions.map(({ key, permission = key, scope = 'row' }) => ({
    permission: permission.includes('.') ? permission : `${name}.${permission}`,
    scope,
  }));
  return Object.entries(grants).flatMap(([role, keys]) => [
    ...repeated(keys).map((at) => finding('R114', ['grants', role, at], { source: keys[at] ?? '' })),
    ...keys.flatMap((permission, at) => {
      const path = ['grants', role, at];
      if (!known.includes(permission)) {
        const meant = permission.startsWith(`${name}.`) ? permission.slice(name.length + 1) : permission;
        const suggestion = known.includes(meant) ? meant : nearest(meant, known);
        return [finding('R268', path, { permission, options: [...new Set(known)].join(', ') }, { suggestion })];
      }
      const needed = requirementsOf({ name, actions: asking }, permission, (key) =>
        known.includes(key.slice(name.length + 1)),
      ).map((key) => key.slice(name.length + 1));
      const lacking = needed.filter((one) => !keys.includes(one));
      return lacking.length > 0 ? [finding('R269', path, { permission, needed: lacking.join(', ') })] : [];
    }),
  ]);
}
