import CloseIcon from '@mui/icons-material/Close';
import { Alert, Button, IconButton } from '@mui/material';
import { useFormatContext } from '../ui/FormatContext.ts';
import { LiveRegion } from '../ui/LiveRegion.tsx';
import { fieldLabel } from '@merchant-console/declaration';
import type { RestoredDraft } from './useDraft.ts';

/** Says that a form has restored input from before the session ended. */
export function DraftNotice({ draft }: { draft: RestoredDraft | null }) {
  const context = useFormatContext();
  const { translate } = context;
  const names = draft?.changedSince.map((field) => fieldLabel(field, context)).join(translate('list.comma')) ?? '';
  return (
    <LiveRegion role="status">
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
    </LiveRegion>
  );
}
