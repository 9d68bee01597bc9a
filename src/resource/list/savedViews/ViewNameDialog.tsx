import { Button, Checkbox, Dialog, DialogActions, DialogContent, DialogTitle, FormControlLabel } from '@mui/material';
import { useId } from 'react';
import { useInput } from 'react-admin';
import { ConsoleForm } from '#console/ui/form/ConsoleForm.tsx';
import { CallInput } from '#console/ui/form/CredentialInputs.tsx';
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
  const titleId = useId();
  const check = (typed: string) => {
    if (typed.trim() === '') return 'savedViews.name_required';
    return taken.includes(typed.trim()) ? 'savedViews.name_taken' : undefined;
  };
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby={titleId}>
      <ConsoleForm
        mode="onSubmit"
        defaultValues={{ name: first, asDefault: false }}
        onSubmit={({ name, asDefault }) => {
          onSave(String(name).trim(), asDefault === true);
          onClose();
        }}
      >
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 1 }}>
          <CallInput
            autoFocus
            source="name"
            margin="dense"
            label="savedViews.name"
            validate={check}
            htmlInput={{ maxLength: MAX_VIEW_NAME }}
          />
          {offerDefault && <DefaultInput />}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            {translate('filters.cancel')}
          </Button>
          <Button type="submit" variant="contained">
            {translate('savedViews.save')}
          </Button>
        </DialogActions>
      </ConsoleForm>
    </Dialog>
  );
}

function DefaultInput() {
  const { translate } = useFormatContext();
  const { field } = useInput({ source: 'asDefault', type: 'checkbox' });
  return (
    <FormControlLabel
      control={<Checkbox checked={field.value === true} onChange={field.onChange} />}
      label={translate('savedViews.open_by_default')}
    />
  );
}
