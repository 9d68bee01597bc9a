import CloseIcon from '@mui/icons-material/Close';
import { Alert, Button, IconButton } from '@mui/material';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { fieldLabel } from '#shared/format/fieldLabel.ts';
import type { RestoredDraft } from './useDraft.ts';

/** Tells that a form holds what was typed before the session ended. Its place is there before it has anything to tell. */
export function DraftNotice({ draft }: { draft: RestoredDraft | null }) {
  const context = useFormatContext();
  const { translate } = context;
  const names = draft?.overtaken.map((field) => fieldLabel(field, context)).join(', ') ?? '';
  return (
    <div role="status">
      {draft && (
        <Alert
          role="presentation"
          severity={names === '' ? 'info' : 'warning'}
          action={
            <>
              <Button size="small" color="inherit" onClick={draft.discard}>
                {translate('form.draft_discard')}
              </Button>
              <IconButton size="small" color="inherit" aria-label={translate('shell.close')} onClick={draft.dismiss}>
                <CloseIcon fontSize="small" />
              </IconButton>
            </>
          }
        >
          {translate('form.draft_back')}
          {names !== '' && <div>{translate('form.draft_overtaken', { fields: names })}</div>}
        </Alert>
      )}
    </div>
  );
}
