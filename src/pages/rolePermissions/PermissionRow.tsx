import CheckBoxIcon from '@mui/icons-material/CheckBox';
import CheckBoxOutlineBlankIcon from '@mui/icons-material/CheckBoxOutlineBlank';
import ChevronRightIcon from '@mui/icons-material/ChevronRight';
import IndeterminateCheckBoxIcon from '@mui/icons-material/IndeterminateCheckBox';
import { Box } from '@mui/material';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { foundIn } from './narrowed.ts';
import { isPermission } from './PermissionNode.ts';
import { reasonOf } from './reasonOf.ts';
import { checkedOf, countOf, toggled } from './selection.ts';
import type { TreeRow } from './treeRows.ts';
import type { Grants } from './useGrants.ts';

interface PermissionRowProps {
  row: TreeRow;
  grants: Grants;
  /** What is looked for. */
  query: string;
  /** The keyboard comes here when it comes into the tree. */
  isCurrent: boolean;
  onFocus(): void;
  onPress(): void;
  onOpen(): void;
}

/** One line of the tree. A press on the line of a page opens it, on its box it is chosen. */
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

/** A text in which what is looked for stands out. */
function Marked({ text, query }: { text: string; query: string }) {
  const found = foundIn(text, query);
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
  ...{ display: 'flex', alignItems: 'center', gap: 0.5, minHeight: 36, pr: 2, fontSize: '0.875rem' },
  '@media (pointer: coarse)': { minHeight: 44 },
  '&:hover': { backgroundColor: 'action.hover' },
  '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: '-2px' },
};
const chevronBox = { display: 'flex', flex: 'none', width: 24, justifyContent: 'center', color: 'text.secondary' };
const box = {
  ...{ display: 'flex', flex: 'none', width: 32, height: 36, alignItems: 'center', justifyContent: 'center' },
};
const count = { flex: 'none', fontSize: '0.75rem', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' };
