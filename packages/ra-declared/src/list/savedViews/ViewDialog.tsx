import { useFormatContext } from '../../ui/FormatContext.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { type SavedView, MAX_VIEW_NAME } from '../listPreferences.ts';
import type { SavedViews } from './useSavedViews.ts';
import { Button, Checkbox, Dialog, DialogActions, DialogContent, DialogTitle, FormControlLabel } from '@mui/material';
import { useInput } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { ConsoleForm } from '../../ui/form/ConsoleForm.tsx';
import { CallInput } from '../../ui/form/CredentialInputs.tsx';

/** An action on views that needs a dialog. */
export type ViewQuestion = { kind: 'save' } | { kind: 'rename' | 'remove'; view: SavedView };

interface ViewDialogProps {
  question: ViewQuestion;
  savedViews: SavedViews;
  onClose(): void;
}

/** Asks for the name of a view, or for confirmation to delete one. */
export function ViewDialog({ question, savedViews, onClose }: ViewDialogProps) {
  const { translate } = useFormatContext();
  const { views } = savedViews;
  if (question.kind === 'save') {
    return (
      <ViewNameDialog
        title={translate('viewDialog.save_title')}
        taken={views.map(({ name }) => name)}
        offerDefault
        onSave={savedViews.saveAs}
        onClose={onClose}
      />
    );
  }
  const { view } = question;
  if (question.kind === 'rename') {
    return (
      <ViewNameDialog
        title={translate('viewDialog.rename_title')}
        first={view.name}
        taken={views.filter(({ id }) => id !== view.id).map(({ name }) => name)}
        onSave={(name) => savedViews.rename(view, name)}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      title={translate('viewDialog.remove_title', { name: view.name })}
      text={translate('viewDialog.remove_text')}
      confirm={translate('savedViews.remove')}
      isDangerous
      onConfirm={() => {
        savedViews.remove(view);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

interface ViewNameDialogProps {
  title: string;
  first?: string;
  /** Names of other views. */
  taken: readonly string[];
  /** True to offer to make it the view that the plain address opens. */
  offerDefault?: boolean;
  onSave(name: string, asDefault: boolean): void;
  onClose(): void;
}

function ViewNameDialog({ title, first = '', taken, offerDefault = false, onSave, onClose }: ViewNameDialogProps) {
  const { translate } = useFormatContext();
  const check = (typed: string) => {
    if (typed.trim() === '') return 'viewDialog.name_required';
    return taken.includes(typed.trim()) ? 'viewDialog.name_taken' : undefined;
  };
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose}>
      <ConsoleForm
        mode="onSubmit"
        defaultValues={{ name: first, asDefault: false }}
        onSubmit={({ name, asDefault }: FieldValues) => {
          onSave(String(name).trim(), asDefault === true);
          onClose();
        }}
      >
        <DialogTitle>{title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 1 }}>
          <CallInput
            autoFocus
            source="name"
            margin="dense"
            label="viewDialog.name"
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
            {translate('viewDialog.save')}
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
      label={translate('viewDialog.open_by_default')}
    />
  );
}
