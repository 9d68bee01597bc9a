import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  Radio,
  RadioGroup,
  Typography,
} from '@mui/material';
import { useId, useState } from 'react';
import type { MenuOutlineEntry } from '#shared/contract/menus.ts';
import { childrenOf } from '#shared/menus/menuOrder.ts';
import type { MenuMove } from '#shared/menus/moveItem.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import type { EntryNames } from './useEntryNames.ts';
import type { TreeMoves } from './useTreeMoves.ts';

interface MoveToDialogProps {
  entry: MenuOutlineEntry;
  entries: readonly MenuOutlineEntry[];
  names: EntryNames;
  moves: TreeMoves;
  onClose(): void;
}

/** Asks below which entry another is put, as the last there; each that it can't go to says why. */
export function MoveToDialog({ entry, entries, names, moves, onClose }: MoveToDialogProps) {
  const { translate } = useFormatContext();
  const titleId = useId();
  const [chosen, setChosen] = useState(entry.parent_id ?? '');
  const moveTo = (parent_id: string | null): MenuMove => {
    return { id: entry.id, parent_id, position: childrenOf(entries, parent_id).length + 1 };
  };
  const places = [null, ...childrenOf(entries, null).filter(({ id }) => id !== entry.id)].map((place) => ({
    id: place?.id ?? '',
    name: place ? names.nameOf(place) : translate('menuEditor.top'),
    obstacle: (place?.id ?? null) === entry.parent_id ? null : moves.whyNot(moveTo(place?.id ?? null)),
  }));
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('menuEditor.move', { name: names.nameOf(entry) })}</DialogTitle>
      <DialogContent>
        <RadioGroup aria-labelledby={titleId} value={chosen} onChange={(_event, value) => setChosen(value)}>
          {places.map(({ id, name, obstacle }) => (
            <FormControlLabel
              key={id}
              value={id}
              disabled={obstacle !== null}
              control={<Radio size="small" />}
              label={
                <>
                  {name}
                  {obstacle && (
                    <Typography component="span" variant="caption" sx={{ display: 'block', color: 'text.secondary' }}>
                      {obstacle}
                    </Typography>
                  )}
                </>
              }
            />
          ))}
        </RadioGroup>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {translate('form.cancel')}
        </Button>
        <Button
          variant="contained"
          disabled={chosen === (entry.parent_id ?? '')}
          onClick={() => {
            moves.move(entry.id, moveTo(chosen === '' ? null : chosen));
            onClose();
          }}
        >
          {translate('menuEditor.move_here')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
