import { describe, expect, it } from 'vitest';
import { matchPosition, narrowed, keysIn, type PermissionNode } from '#console/features/roles/permissionTree.ts';
import { granting, sampleTree } from './sampleTree.ts';

const outline = ({ label, children }: PermissionNode): unknown =>
  children.length === 0 ? label : [label, children.map(outline)];

const all = (resource: string) => ['list', 'show', 'edit', 'export'].map((name) => `${resource}.${name}`);

describe('the tree of permissions', () => {
  it("follows the menu, and ends with the resources that aren't in it", () => {
    expect(sampleTree.map(outline)).toEqual([
      ['menu dashboard', ['home.show']],
      [
        'menu null',
        [
          ['menu orders', all('orders')],
          ['menu payouts', all('payouts')],
        ],
      ],
      [
        'Other',
        [
          ['files!', ['files.list']],
          ['Gone', ['old.list']],
        ],
      ],
    ]);
  });

  it('contains each permission once', () => {
    const keys = sampleTree.flatMap(keysIn);
    expect(keys.toSorted()).toEqual([...new Set(keys)].toSorted());
    expect(keys).toHaveLength(granting.groups.flatMap(({ permissions }) => permissions).length + 1);
  });

  it('shows which other pages a permission opens', () => {
    const notes = sampleTree.flatMap(({ children }) => children.flatMap((node) => [node, ...node.children]));
    expect(notes.flatMap(({ id, note }) => (note === null ? [] : [[id, note]]))).toEqual([
      ['payouts.edit', 'opens menu pay'],
    ]);
  });

  it('is filtered by names and keys, keeping all ancestors and descendants of a match', () => {
    expect(narrowed(sampleTree, ' PAYOUTS.sh ').map(outline)).toEqual([
      ['menu null', [['menu payouts', ['payouts.show']]]],
    ]);
    expect(narrowed(sampleTree, 'menu payouts').map(outline)).toEqual([
      ['menu null', [['menu payouts', all('payouts')]]],
    ]);
    expect(narrowed(sampleTree, 'nowhere')).toEqual([]);
    expect(narrowed(sampleTree, ' ')).toBe(sampleTree);
    expect(matchPosition('Payout orders', 'ORD')).toEqual({ start: 7, end: 10 });
    expect(matchPosition('Payout orders', 'x')).toBeNull();
  });
});
