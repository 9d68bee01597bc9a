import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withRequired } from '#shared/permissions/permissionRules.ts';
import {
  differences,
  reapplyChanges,
  sizeOf,
  checkedOf,
  countOf,
  lockOf,
  toggled,
  type Bounds,
} from '#console/features/roles/selection.ts';
import { keysIn, type PermissionNode } from '#console/features/roles/permissionTree.ts';
import { sampleRules as rules, sampleTree } from './sampleTree.ts';

const withAll = (node: PermissionNode): PermissionNode[] => [node, ...node.children.flatMap(withAll)];
const nodes = sampleTree.flatMap(withAll);
const keys = sampleTree.flatMap(keysIn);
const nodeOf = (id: string) => {
  const found = nodes.find((node) => node.id === id);
  if (!found) throw new Error(`There is no ${id}`);
  return found;
};

const FREE: Bounds = { rules, canAdd: () => true, canRemove: () => true };
const someKeys = fc.uniqueArray(fc.constantFrom(...keys));
const selections = someKeys.map((some) => withRequired(some, rules));
const someNode = fc.constantFrom(...nodes);
/** The bounds of a user who holds these permissions and no others. */
const bounds = selections.map((held): Bounds => ({
  rules,
  canAdd: (key) => held.has(key),
  canRemove: (key) => held.has(key),
}));

describe('a node', () => {
  it('is checked if all below it is checked, unchecked if none is, and mixed otherwise', () => {
    fc.assert(
      fc.property(someNode, selections, (node, selection) => {
        const states = keysIn(node).map((key) => selection.has(key));
        const expected = states.every(Boolean) || (states.some(Boolean) ? 'mixed' : false);
        expect(checkedOf(node, selection)).toBe(expected);
        expect(countOf(node, selection)).toEqual({ chosen: states.filter(Boolean).length, total: states.length });
      }),
    );
  });

  it('is selected as a whole when it is pressed, and cleared as a whole when it is pressed again', () => {
    fc.assert(
      fc.property(someNode, selections, (node, selection) => {
        const once = toggled(node, selection, FREE);
        const wasWhole = checkedOf(node, selection) === true;
        expect(checkedOf(node, once)).toBe(!wasWhole);
        if (!wasWhole) expect(checkedOf(node, toggled(node, once, FREE))).toBe(false);
      }),
    );
  });

  it('also selects what its permissions require, and also clears what requires them', () => {
    expect(toggled(nodeOf('orders.edit'), new Set(), FREE)).toEqual(
      new Set(['orders.edit', 'orders.list', 'orders.show']),
    );
    const most = new Set(['orders.list', 'orders.show', 'orders.export', 'payouts.list']);
    expect(toggled(nodeOf('orders.list'), most, FREE)).toEqual(new Set(['payouts.list']));
  });

  it("never leaves a permission without those that it requires, nor changes those that the user doesn't hold", () => {
    fc.assert(
      fc.property(someNode, selections, bounds, (node, before, own) => {
        const after = toggled(node, before, own);
        expect(withRequired(after, rules)).toEqual(new Set(after));
        for (const key of keys) if (after.has(key) !== before.has(key)) expect(own.canAdd(key)).toBe(true);
      }),
    );
  });

  it('is locked exactly if pressing it would change nothing', () => {
    fc.assert(
      fc.property(fc.constantFrom(...keys), selections, bounds, (key, selection, own) => {
        expect(lockOf(key, selection, own) !== null).toBe(toggled(nodeOf(key), selection, own) === selection);
      }),
    );
  });

  it('says why it is locked', () => {
    const own: Bounds = { rules, canAdd: (key) => key !== 'orders.list', canRemove: (key) => key !== 'payouts.show' };
    const selection = new Set(['payouts.list', 'payouts.show']);
    const locks = ['orders.list', 'orders.export', 'payouts.list', 'payouts.show', 'payouts.edit'];
    expect(locks.map((key) => lockOf(key, selection, own))).toEqual(['lacked', 'needs', 'needed', 'lacked', null]);
  });
});

describe('the difference of two selections', () => {
  it('lists what leads from one to the other, page by page', () => {
    const before = new Set(['orders.list', 'orders.show', 'files.list']);
    const after = new Set(['orders.list', 'orders.export', 'home.show']);
    const found = differences(sampleTree, before, after);
    expect(found.map(({ labels }) => labels.join(' > '))).toEqual([
      'menu dashboard',
      'menu null > menu orders',
      'Other > files!',
    ]);
    expect(sizeOf(found)).toEqual({ added: 2, removed: 2 });
    fc.assert(
      fc.property(selections, selections, (one, other) => {
        const changes = differences(sampleTree, one, other);
        const result = new Set(one);
        for (const { added, removed } of changes) {
          for (const { id } of added) result.add(id);
          for (const { id } of removed) result.delete(id);
        }
        expect(result).toEqual(other);
      }),
    );
  });

  it('can be applied to what another user has saved in the meantime', () => {
    const before = new Set(['orders.list', 'orders.show', 'payouts.list']);
    const mine = new Set(['orders.list', 'orders.export', 'payouts.list']);
    const theirs = new Set(['orders.list', 'orders.show', 'orders.edit']);
    const tree = { nodes: sampleTree, rules };
    expect(reapplyChanges({ before, mine, theirs }, tree)).toEqual(new Set(['orders.list', 'orders.export']));
    fc.assert(
      fc.property(selections, selections, selections, (one, two, three) => {
        expect(reapplyChanges({ before: one, mine: two, theirs: one }, tree)).toEqual(two);
        const merged = reapplyChanges({ before: one, mine: two, theirs: three }, tree);
        expect(withRequired(merged, rules)).toEqual(new Set(merged));
      }),
    );
  });
});
