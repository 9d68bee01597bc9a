import SearchIcon from '@mui/icons-material/Search';
import { Box, Button, Checkbox, FormControlLabel, InputAdornment, TextField } from '@mui/material';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import type { PermissionNode } from './PermissionNode.ts';
import { checkedOf, countOf, toggled } from './selection.ts';
import type { Grants } from './useGrants.ts';

interface TreeToolsProps {
  query: string;
  onSearch(query: string): void;
  grants: Grants;
  /** What stands above all that is shown. */
  all: PermissionNode;
  onPress(): void;
  isOpen: boolean;
  /** Null: what is shown is open anyway. */
  onOpen: ((isOpen: boolean) => void) | null;
}

/** What is done with the tree as a whole. */
export function TreeTools({ query, onSearch, grants, all, onPress, isOpen, onOpen }: TreeToolsProps) {
  const { translate } = useFormatContext();
  const { after, bounds } = grants;
  const isEmpty = all.children.length === 0;
  const checked = isEmpty ? false : checkedOf(all, after);
  return (
    <Box
      sx={{
        ...{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, px: 2, py: 1.5 },
        ...{ borderBottom: 1, borderColor: 'divider' },
      }}
    >
      <TextField
        type="search"
        size="small"
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
        label={`${translate('rolePermissions.all')} · ${translate('rolePermissions.count', isEmpty ? { chosen: 0, total: 0 } : countOf(all, after))}`}
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
