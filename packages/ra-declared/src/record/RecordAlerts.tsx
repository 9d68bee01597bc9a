import { Alert } from '@mui/material';
import { holds, type RecordAlert, resolveLabel } from '@merchant-console/declaration';
import type { IdentifiedRecord } from '../fields/FieldTypeDefinition.ts';
import { useFormatContext } from '../ui/FormatContext.ts';
import { ActionButton } from '../actions/ActionButton.tsx';
import { rowActions } from '../actions/offeredActions.ts';
import { useBeginAction } from '../actions/OpenAction.ts';
import { fillIn } from '../fillIn.ts';
import type { ResourceView } from '../ResourceView.ts';
import { useShownRecord } from './useShownRecord.ts';

/** The declared messages that apply to a record now, each with the action that it offers, if the user may do it. */
export function RecordAlerts({ view }: { view: ResourceView }) {
  const record = useShownRecord();
  const context = useFormatContext();
  const { begin, hasItsPage } = useBeginAction();
  const { resource } = view;
  const actions = rowActions(view, record).filter(hasItsPage);
  return alertsOf(view, record).map(({ severity, text, action: key }, at) => {
    const action = actions.find((one) => one.key === key);
    return (
      <Alert
        key={at}
        severity={severity}
        role="status"
        action={
          action && (
            <ActionButton
              resource={resource.name}
              action={action}
              color="inherit"
              onPress={() => begin({ action, ids: [record.id], records: [record] })}
            />
          )
        }
        sx={{ flexWrap: { xs: 'wrap', sm: 'nowrap' }, '& .MuiAlert-action': { alignItems: 'center', py: 0 } }}
      >
        {fillIn(resolveLabel(text, context.language, context.translate), record, resource, context)}
      </Alert>
    );
  });
}

export function alertsOf({ resource: { show } }: ResourceView, record: IdentifiedRecord): RecordAlert[] {
  return show.alerts.filter(({ when }) => holds(when, record));
}
