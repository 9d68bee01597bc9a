import CheckIcon from '@mui/icons-material/Check';
import StarIcon from '@mui/icons-material/Star';
import { Divider, ListItemIcon, ListItemText, Menu, MenuItem } from '@mui/material';
import { memo, useId, useState } from 'react';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import type { SavedViews } from './useSavedViews.ts';
import { SavedViewsButton } from './SavedViewsButton.tsx';
import { useViewChanges } from './useViewChanges.ts';
import { ViewDialog, type ViewQuestion } from './ViewDialog.tsx';

/** The view that the list is in, the others to open, and what can be done with this one. */
export const SavedViewsMenu = memo(function SavedViewsMenu({ savedViews }: { savedViews: SavedViews }) {
  const { translate } = useFormatContext();
  const { views, current, defaultId } = savedViews;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [question, setQuestion] = useState<ViewQuestion | null>(null);
  const changes = useViewChanges(savedViews, setQuestion);
  const menuId = useId();
  const close = () => setAnchor(null);
  const closing = (act: () => void) => () => {
    close();
    act();
  };
  return (
    <>
      <SavedViewsButton
        savedViews={savedViews}
        controls={anchor === null ? undefined : menuId}
        onOpen={(button) => setAnchor(button)}
      />
      <Menu
        id={menuId}
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        slotProps={{ list: { dense: true, 'aria-label': translate('savedViews.title') }, paper: { sx: menu } }}
      >
        {[null, ...views].map((view) => (
          <MenuItem
            key={view?.id ?? ''}
            role="menuitemradio"
            aria-checked={view?.id === current?.id}
            onClick={closing(() => savedViews.open(view))}
          >
            <ListItemIcon>{view?.id === current?.id && <CheckIcon fontSize="small" />}</ListItemIcon>
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
      </Menu>
      {question && <ViewDialog {...{ question, savedViews }} onClose={() => setQuestion(null)} />}
    </>
  );
});

const star = { fontSize: 16, ml: 1, color: 'warning.main' };
const menu = { maxWidth: 360, '& .MuiListItemText-primary': { whiteSpace: 'normal', overflowWrap: 'anywhere' } };
