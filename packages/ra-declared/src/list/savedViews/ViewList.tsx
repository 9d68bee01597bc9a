import CheckIcon from '@mui/icons-material/Check';
import StarIcon from '@mui/icons-material/Star';
import ViewColumnIcon from '@mui/icons-material/ViewColumnOutlined';
import { Divider, ListItemIcon, ListItemText, Menu, MenuItem } from '@mui/material';
import { useFormatContext } from '../../ui/FormatContext.ts';
import type { SavedView } from '../listPreferences.ts';
import type { SavedViews } from './useSavedViews.ts';
import type { ViewQuestion } from './ViewDialog.tsx';

interface ViewListProps {
  id: string;
  savedViews: SavedViews;
  anchor: HTMLElement;
  ask(question: ViewQuestion): void;
  onColumns(): void;
  onClose(): void;
}

/** Menu of the views, of the actions on the current one, and the way to its columns. */
export function ViewList({ id, savedViews, anchor, ask, onColumns, onClose }: ViewListProps) {
  const { translate } = useFormatContext();
  const { views, current, isFiltered, defaultId } = savedViews;
  const isOpen = (view: SavedView | null) => view?.id === current?.id && !isFiltered;
  const changes = useViewChanges(savedViews, ask);
  const closing = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <Menu
      id={id}
      anchorEl={anchor}
      open
      onClose={onClose}
      slotProps={{
        list: { dense: true, 'aria-label': translate('savedViews.title') },
        paper: { role: 'region', 'aria-label': translate('savedViews.title'), sx: menu },
      }}
    >
      {[null, ...views].map((view) => (
        <MenuItem
          key={view?.id ?? ''}
          role="menuitemradio"
          aria-checked={isOpen(view)}
          onClick={closing(() => savedViews.open(view))}
        >
          <ListItemIcon>{isOpen(view) && <CheckIcon fontSize="small" />}</ListItemIcon>
          <ListItemText primary={view?.name ?? translate('savedViews.all')} />
          {view && view.id === defaultId && <StarIcon titleAccess={translate('savedViews.is_default')} sx={star} />}
        </MenuItem>
      ))}
      <Divider />
      {changes.map(({ label, act, disabled = false }) => (
        <MenuItem key={label} disabled={disabled} onClick={closing(act)}>
          <ListItemText inset primary={label} />
        </MenuItem>
      ))}
      <Divider />
      <MenuItem aria-haspopup="dialog" onClick={closing(onColumns)}>
        <ListItemIcon>
          <ViewColumnIcon fontSize="small" />
        </ListItemIcon>
        <ListItemText primary={translate('savedViews.columns')} />
      </MenuItem>
    </Menu>
  );
}

const star = { fontSize: 16, ml: 1, color: 'warning.main' };
const menu = { maxWidth: 360, '& .MuiListItemText-primary': { whiteSpace: 'normal', overflowWrap: 'anywhere' } };

interface ViewChange {
  label: string;
  act(): void;
  disabled?: boolean;
}

/** Actions on the current view and on the list in its current state. */
function useViewChanges(savedViews: SavedViews, ask: (question: ViewQuestion) => void): ViewChange[] {
  const { translate } = useFormatContext();
  const { current, isChanged, isFull, defaultId } = savedViews;
  const saveAs = { label: translate('savedViews.save_as'), act: () => ask({ kind: 'save' }), disabled: isFull };
  if (!current) return [saveAs];
  const isDefault = current.id === defaultId;
  const changed = [
    { label: translate('savedViews.update', { name: current.name }), act: () => savedViews.update(current) },
    { label: translate('savedViews.discard'), act: () => savedViews.open(current) },
  ];
  return [
    ...(isChanged ? changed : []),
    saveAs,
    {
      label: translate(isDefault ? 'savedViews.no_default' : 'savedViews.make_default'),
      act: () => savedViews.makeDefault(isDefault ? null : current),
    },
    { label: translate('savedViews.rename'), act: () => ask({ kind: 'rename', view: current }) },
    { label: translate('savedViews.remove'), act: () => ask({ kind: 'remove', view: current }) },
  ];
}
