import CheckBoxIcon from '@mui/icons-material/CheckBox';
import CheckBoxOutlineBlankIcon from '@mui/icons-material/CheckBoxOutlineBlank';
import ChevronRightIcon from '@mui/icons-material/ChevronRight';
import IndeterminateCheckBoxIcon from '@mui/icons-material/IndeterminateCheckBox';
import { Box } from '@mui/material';
import { useFormatContext } from '@merchant-console/ra-declared';
import { matchPosition, isPermission, type PermissionNode } from './permissionTree.ts';
import { checkedOf, countOf, toggled, lockOf, type Lock } from './selection.ts';
import type { Grants } from './useGrants.ts';

interface PermissionRowProps {
  row: TreeRow;
  grants: Grants;
  /** The search text. */
  query: string;
  /** True for the row that gets the focus when the tree does. */
  isCurrent: boolean;
  onFocus(): void;
  onPress(): void;
  onOpen(): void;
}

/** One row of the tree. Clicking a page's row expands it; clicking its checkbox selects it. */
export function PermissionRow({ row, grants, query, isCurrent, onFocus, onPress, onOpen }: PermissionRowProps) {
  const { translate } = useFormatContext();
  const { node, level, position, size, isExpanded } = row;
  const checked = checkedOf(node, grants.after);
  const isLocked = toggled(node, grants.after, grants.bounds) === grants.after;
  const reason = isPermission(node) ? reasonOf(node.id, grants) : null;
  const Icon = checked === 'mixed' ? IndeterminateCheckBoxIcon : checked ? CheckBoxIcon : CheckBoxOutlineBlankIcon;
  const press = () => !isLocked && onPress();
  return (
    <Box
      role="treeitem"
      data-node={node.id}
      tabIndex={isCurrent ? 0 : -1}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={size}
      aria-checked={checked}
      {...(isExpanded !== null && { 'aria-expanded': isExpanded })}
      {...(isLocked && { 'aria-disabled': true })}
      onFocus={onFocus}
      onClick={isExpanded === null ? press : onOpen}
      sx={[rowStyles, { pl: 1 + (level - 1) * 2.5, cursor: isExpanded === null && isLocked ? 'default' : 'pointer' }]}
    >
      <Box aria-hidden sx={chevronBox}>
        {isExpanded !== null && (
          <ChevronRightIcon
            fontSize="small"
            sx={{ rotate: isExpanded ? '90deg' : '0deg', transition: 'rotate 150ms' }}
          />
        )}
      </Box>
      <Box
        aria-hidden
        data-box
        onClick={(event) => {
          event.stopPropagation();
          press();
        }}
        sx={[box, { color: isLocked ? 'action.disabled' : checked ? 'primary.main' : 'text.secondary' }]}
      >
        <Icon fontSize="small" />
      </Box>
      <Box sx={{ flex: 1, minWidth: 0, py: 0.75 }}>
        <Box component="span" sx={{ fontWeight: level === 1 ? 600 : 400, ...(reason && { color: 'text.secondary' }) }}>
          <Marked text={node.label} query={query} />
        </Box>
        {(node.note ?? reason) !== null && (
          <Box component="span" sx={{ display: 'block', fontSize: '0.75rem', color: 'text.secondary' }}>
            {[node.note, reason && translate(`rolePermissions.locks.${reason}`)].filter(Boolean).join(' · ')}
          </Box>
        )}
      </Box>
      {isExpanded !== null && (
        <Box component="span" sx={count}>
          {translate('rolePermissions.count', countOf(node, grants.after))}
        </Box>
      )}
    </Box>
  );
}

/** A text with the search matches highlighted. */
function Marked({ text, query }: { text: string; query: string }) {
  const found = matchPosition(text, query);
  if (!found) return text;
  const { start, end } = found;
  return (
    <>
      {text.slice(0, start)}
      <Box component="mark" sx={mark}>
        {text.slice(start, end)}
      </Box>
      {text.slice(end)}
    </>
  );
}

const mark = { color: 'warning.contrastText', backgroundColor: 'warning.main', borderRadius: 0.5 };

const rowStyles = {
  display: 'flex',
  alignItems: 'center',
  gap: 0.5,
  minHeight: 36,
  pr: 2,
  fontSize: '0.875rem',
  '@media (pointer: coarse)': { minHeight: 44 },
  '&:hover': { backgroundColor: 'action.hover' },
  '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: '-2px' },
};
const chevronBox = { display: 'flex', flex: 'none', width: 24, justifyContent: 'center', color: 'text.secondary' };
const box = {
  display: 'flex',
  flex: 'none',
  width: 32,
  height: 36,
  alignItems: 'center',
  justifyContent: 'center',
};
const count = { flex: 'none', fontSize: '0.75rem', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' };

/** Reason why the user can't change a permission, or null if they can or if the whole role is read-only. */
function reasonOf(key: string, { after, bounds, base, isFixed }: Grants): Lock | 'own' | null {
  if (isFixed) return null;
  const lock = lockOf(key, after, bounds);
  return lock === 'lacked' && base.held.includes(key) ? 'own' : lock;
}

/** A visible node. */
interface TreeRow {
  node: PermissionNode;
  /** ID of the parent node, or null at the top. */
  parent: string | null;
  /** From 1. */
  level: number;
  /** Position among its siblings, from 1, and their number. */
  position: number;
  size: number;
  /** Null if it has no children. */
  isExpanded: boolean | null;
}

/** The visible nodes from top to bottom. Children of collapsed nodes aren't included. */
export function treeRows(
  nodes: readonly PermissionNode[],
  isExpanded: (id: string) => boolean,
  above: Pick<TreeRow, 'level' | 'parent'> = { level: 1, parent: null },
): TreeRow[] {
  return nodes.flatMap((node, at) => {
    const open = isPermission(node) ? null : isExpanded(node.id);
    const row: TreeRow = { node, ...above, position: at + 1, size: nodes.length, isExpanded: open };
    const below = { level: above.level + 1, parent: node.id };
    return open === true ? [row, ...treeRows(node.children, isExpanded, below)] : [row];
  });
}

/** IDs of all nodes that can be expanded. */
export function openable(nodes: readonly PermissionNode[]): string[] {
  return nodes.flatMap((node) => (isPermission(node) ? [] : [node.id, ...openable(node.children)]));
}

/** Effect of a key in a tree. */
type TreeMove =
  { kind: 'focus'; id: string } | { kind: 'expand' | 'collapse'; ids: readonly string[] } | { kind: 'press' };

/** Keyboard pattern of ARIA trees. Null for any other key. */
export function moveOf(key: string, rows: readonly TreeRow[], at: number): TreeMove | null {
  const row = rows[at];
  if (!row) return null;
  const to = (index: number): TreeMove | null => {
    const target = rows[index];
    return target ? { kind: 'focus', id: target.node.id } : null;
  };
  if (key === 'ArrowDown') return to(at + 1);
  if (key === 'ArrowUp') return to(at - 1);
  if (key === 'Home') return to(0);
  if (key === 'End') return to(rows.length - 1);
  if (key === ' ' || key === 'Enter') return { kind: 'press' };
  if (key === 'ArrowRight') {
    if (row.isExpanded === false) return { kind: 'expand', ids: [row.node.id] };
    return row.isExpanded ? to(at + 1) : null;
  }
  if (key === 'ArrowLeft') {
    if (row.isExpanded) return { kind: 'collapse', ids: [row.node.id] };
    return to(rows.findIndex(({ node }) => node.id === row.parent));
  }
  if (key === '*') {
    const siblings = rows.filter(({ parent, isExpanded }) => parent === row.parent && isExpanded === false);
    return { kind: 'expand', ids: siblings.map(({ node }) => node.id) };
  }
  return key.length === 1 ? to(nextNamed(key, rows, at)) : null;
}

/** Index of the next row whose name starts with the letter, wrapping around, or -1. */
function nextNamed(letter: string, rows: readonly TreeRow[], at: number): number {
  const order = rows.map((_, index) => (at + 1 + index) % rows.length);
  const begins = (index: number) => rows[index]?.node.label.toLowerCase().startsWith(letter.toLowerCase()) === true;
  return order.find(begins) ?? -1;
}
