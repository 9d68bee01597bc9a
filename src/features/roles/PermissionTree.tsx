import { Box, Typography, Button, Checkbox, FormControlLabel, InputAdornment, TextField } from '@mui/material';
import { useRef, useState, type KeyboardEvent } from 'react';
import SearchIcon from '@mui/icons-material/Search';
import { useFormatContext } from '@merchant-console/ra-declared';
import { narrowed, keysIn, permissionsIn, type PermissionNode } from './permissionTree.ts';
import { PermissionRow, moveOf, openable, treeRows } from './PermissionRow.tsx';
import { toggled, checkedOf, countOf } from './selection.ts';
import type { Grants } from './useGrants.ts';

/** All permissions that can be granted, selectable by mouse, touch and keyboard. */
export function PermissionTree({ grants }: { grants: Grants }) {
  const { nodes, base } = grants;
  const { translate } = useFormatContext();
  const [query, setQuery] = useState('');
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(nodes.map(({ id }) => id)));
  const [focused, setFocused] = useState<string | null>(null);
  const [along, setAlong] = useState('');
  const tree = useRef<HTMLDivElement>(null);
  const isSearching = query.trim() !== '';
  const shown = narrowed(nodes, query);
  const rows = treeRows(shown, (id) => isSearching || opened.has(id));
  const at = Math.max(0, rows.findIndex(({ node }) => node.id === focused)); // prettier-ignore

  function open(ids: readonly string[], isOpen: boolean): void {
    const others = [...opened].filter((id) => !ids.includes(id));
    setOpened(new Set(isOpen ? [...others, ...ids] : others));
  }

  function press(node: PermissionNode): void {
    setAlong(broughtAlong(node, grants, translate));
    grants.press(node);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const row = rows[at];
    const move = moveOf(event.key, rows, at);
    if (!row || !move) return;
    event.preventDefault();
    if (move.kind === 'press') return press(row.node);
    if (move.kind !== 'focus') return open(move.ids, move.kind === 'expand');
    setFocused(move.id);
    tree.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(move.id)}"]`)?.focus();
  }

  const all: PermissionNode = { id: 'all', label: '', note: null, children: shown };
  const groups = openable(nodes);
  return (
    <>
      <TreeTools
        query={query}
        grants={grants}
        all={all}
        onSearch={setQuery}
        onPress={() => press(all)}
        isOpen={isSearching || groups.every((id) => opened.has(id))}
        onOpen={isSearching ? null : (isOpen) => setOpened(new Set(isOpen ? groups : []))}
      />
      <Typography
        role="status"
        variant="caption"
        color="text.secondary"
        sx={{ display: 'block', px: 2, pt: 0.5, minHeight: 24 }}
      >
        {isSearching && shown.length > 0
          ? translate('rolePermissions.found', { smart_count: shown.flatMap(permissionsIn).length })
          : along}
      </Typography>
      {shown.length === 0 && (
        <Typography color="text.secondary" sx={{ px: 2, py: 4, textAlign: 'center' }}>
          {translate('rolePermissions.nothing_found', { query: query.trim() })}
        </Typography>
      )}
      <Box
        ref={tree}
        role="tree"
        aria-multiselectable
        aria-label={translate('rolePermissions.title', { role: base.role.name })}
        onKeyDown={onKeyDown}
        sx={{ py: 0.5 }}
      >
        {rows.map((row, index) => (
          <PermissionRow
            key={row.node.id}
            row={row}
            grants={grants}
            query={query}
            isCurrent={index === at}
            onFocus={() => setFocused(row.node.id)}
            onPress={() => press(row.node)}
            onOpen={() => open([row.node.id], row.isExpanded === false)}
          />
        ))}
      </Box>
    </>
  );
}

/** The changes besides the pressed permission itself, or '' if there are none. */
function broughtAlong(
  node: PermissionNode,
  { after, bounds, nodes }: Grants,
  translate: ReturnType<typeof useFormatContext>['translate'],
): string {
  const pressed = new Set(keysIn(node));
  const next = toggled(node, after, bounds);
  const others = nodes.flatMap(permissionsIn).filter(({ id }) => !pressed.has(id) && next.has(id) !== after.has(id));
  if (others.length === 0) return '';
  const isChosen = others.some(({ id }) => next.has(id));
  const names = others.map(({ label }) => label).join(translate('list.comma'));
  return translate(isChosen ? 'rolePermissions.also_chosen' : 'rolePermissions.also_gone', { names });
}

interface TreeToolsProps {
  query: string;
  onSearch(query: string): void;
  grants: Grants;
  /** Root of all visible nodes. */
  all: PermissionNode;
  onPress(): void;
  isOpen: boolean;
  /** Null if everything is expanded anyway, as during a search. */
  onOpen: ((isOpen: boolean) => void) | null;
}

/** Tools for the tree as a whole. */
function TreeTools({ query, onSearch, grants, all, onPress, isOpen, onOpen }: TreeToolsProps) {
  const { translate } = useFormatContext();
  const { after, bounds } = grants;
  const isEmpty = all.children.length === 0;
  const checked = isEmpty ? false : checkedOf(all, after);
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        px: 2,
        py: 1.5,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <TextField
        type="search"
        value={query}
        onChange={(event) => onSearch(event.target.value)}
        placeholder={translate('rolePermissions.search')}
        slotProps={{
          htmlInput: { 'aria-label': translate('rolePermissions.search'), maxLength: 100 },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <SearchIcon fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
        sx={{ width: { xs: '100%', sm: 280 }, m: 0 }}
      />
      <FormControlLabel
        sx={{ m: 0, flex: 1, minWidth: 180 }}
        label={
          <>
            {translate('rolePermissions.all')} ·{' '}
            <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
              {translate('rolePermissions.count', isEmpty ? { chosen: 0, total: 0 } : countOf(all, after))}
            </Box>
          </>
        }
        control={
          <Checkbox
            size="small"
            checked={checked === true}
            indeterminate={checked === 'mixed'}
            slotProps={{
              input: {
                ref: (input: HTMLInputElement | null) => {
                  if (input) input.indeterminate = checked === 'mixed';
                },
              },
            }}
            disabled={isEmpty || toggled(all, after, bounds) === after}
            onChange={onPress}
          />
        }
      />
      {onOpen && (
        <Button size="small" color="inherit" onClick={() => onOpen(!isOpen)}>
          {translate(isOpen ? 'rolePermissions.close_all' : 'rolePermissions.open_all')}
        </Button>
      )}
    </Box>
  );
}
