import {
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  TextField,
} from '@mui/material';
import { useId, useState, type SyntheticEvent } from 'react';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { MAX_VIEW_NAME } from '../listPreferences.ts';

interface ViewNameDialogProps {
  title: string;
  first?: string;
  /** Names that other views have. */
  taken: readonly string[];
  /** Offers to make it the view that the plain address opens. */
  offerDefault?: boolean;
  onSave(name: string, asDefault: boolean): void;
  onClose(): void;
}

/** Asks for the name of a view. */
export function ViewNameDialog({
  title,
  first = '',
  taken,
  offerDefault = false,
  onSave,
  onClose,
}: ViewNameDialogProps) {
  const { translate } = useFormatContext();
  const [name, setName] = useState(first);
  const [asDefault, setAsDefault] = useState(false);
  const [problem, setProblem] = useState('');
  const titleId = useId();
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    if (wanted === '') setProblem(translate('savedViews.name_required'));
    else if (taken.includes(wanted)) setProblem(translate('savedViews.name_taken'));
    else {
      onSave(wanted, asDefault);
      onClose();
    }
  };
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby={titleId}>
      <form onSubmit={save} noValidate>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 1 }}>
          <TextField
            autoFocus
            fullWidth
            margin="dense"
            label={translate('savedViews.name')}
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={problem !== ''}
            helperText={problem}
            slotProps={{ htmlInput: { maxLength: MAX_VIEW_NAME } }}
          />
          {offerDefault && (
            <FormControlLabel
              control={<Checkbox checked={asDefault} onChange={(event) => setAsDefault(event.target.checked)} />}
              label={translate('savedViews.open_by_default')}
            />
          )}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            {translate('filters.cancel')}
          </Button>
          <Button type="submit" variant="contained">
            {translate('savedViews.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
