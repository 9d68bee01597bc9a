import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import DuplicateIcon from '@mui/icons-material/ContentCopy';
import EditIcon from '@mui/icons-material/Edit';
import { Box, Stack, Typography, Button } from '@mui/material';
import { useState, useEffect, useRef } from 'react';
import { useEvent } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { type Field, fieldLabel, filterOf, plainText, recordName, type Resource } from '@merchant-console/declaration';
import { formatFieldAlone } from '../fields/formatField.ts';
import { useFormatContext } from '../ui/FormatContext.ts';
import { renderField } from '../fields/renderField.tsx';
import { editPath, type ResourceView } from '../ResourceView.ts';
import type { IdentifiedRecord } from '../fields/FieldTypeDefinition.ts';
import { Link } from '../ui/router/Link.tsx';
import { pageHeading, useKeptFocus } from '../ui/useKeptFocus.ts';
import { RowActions } from '../actions/ActionButton.tsx';
import { rowActions } from '../actions/offeredActions.ts';
import { useBeginAction } from '../actions/OpenAction.ts';
import { CopyButton } from './CopyButton.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { duplicatePath } from './duplicatePath.ts';
import { alertsOf, RecordAlerts } from './RecordAlerts.tsx';
import { useShownRecord } from './useShownRecord.ts';

/** Keeps line breaks, because people or banks have written the text. */
const ownWords = { maxWidth: '72ch', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' };

interface RecordHeadingProps {
  view: ResourceView;
  /** Replaces the record's declared representation. */
  name?: string;
}

/** Heading of a record's page: the record's name, state with the reasons for it, and amount, then its messages. */
export function RecordHeading({ view, name: ownName }: RecordHeadingProps) {
  const record = useShownRecord();
  const { resource } = view;
  const context = useFormatContext();
  const name = ownName ?? recordName(record, resource, context.referenceName);
  const naming = resource.fields.find(({ source }) => source === resource.recordRepresentation);
  const state = resource.list.tabs ?? resource.fields.find(({ source }) => source === 'status');
  const amount = headAmount(resource.list, record);
  const drawn = (field: Field) => renderField(record, field, context, formatFieldAlone(record, field, context));
  const reasons = resource.show.reasons.flatMap((field) => {
    const content = drawn(field);
    return content === '' ? [] : [[field.source, content] as const];
  });
  return (
    <>
      <Stack
        sx={{
          flexDirection: { xs: 'column', sm: 'row' },
          gap: { xs: 1.5, sm: 3 },
          alignItems: { sm: 'flex-start' },
          // Removes the gap before missing buttons.
          '& > :empty': { display: 'none' },
        }}
      >
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Typography component="h1" variant="h5" sx={{ overflowWrap: 'anywhere' }}>
            {name}
            {naming?.type === 'text' && naming.copy && <CopyButton text={name} label={fieldLabel(naming, context)} />}
          </Typography>
          {state && <Box sx={{ mt: 0.5 }}>{drawn(state)}</Box>}
          {reasons.map(([source, reason]) => (
            <Typography key={source} component="div" variant="body2" sx={{ mt: 0.75, ...ownWords }}>
              {reason}
            </Typography>
          ))}
        </Box>
        {amount && (
          <Box sx={{ textAlign: { sm: 'right' } }}>
            <Typography variant="caption" color="text.secondary">
              {fieldLabel(amount, context)}
            </Typography>
            <Typography component="p" variant="h5" sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {drawn(amount)}
            </Typography>
          </Box>
        )}
        <RecordButtons view={view} />
      </Stack>
      <RecordAlerts view={view} />
    </>
  );
}

/**
 * The main amount of a record. If that is zero, the first summed amount that isn't: a ledger entry may have changed the
 * frozen balance only.
 */
export function headAmount({ columns, summary }: Resource['list'], record: IdentifiedRecord): Field | undefined {
  const main = columns.find(isSoughtAmount);
  if (!main || plainText(record[main.source]) !== '0') return main;
  return (
    summary.find((field) => field.type === 'money' && !['', '0'].includes(plainText(record[field.source]))) ?? main
  );
}

/** True for a filterable amount. Others, such as a channel's fixed fee, aren't the main amount of their record. */
function isSoughtAmount(field: Field): boolean {
  return field.type === 'money' && filterOf(field) !== undefined;
}

/** Buttons for the actions on the record, on its page. */
function RecordButtons({ view }: { view: ResourceView }) {
  const record = useShownRecord();
  const { translate } = useFormatContext();
  const duplicate = duplicatePath(view, record.id);
  useAskedAction(view, record);
  const onFocus = useKeptFocus(pageHeading);
  return (
    <Stack direction="row" onFocus={onFocus} sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
      {view.canEditRecord(record) && (
        <Button
          component={Link}
          to={editPath(view.basePath, record.id)}
          size="small"
          variant="outlined"
          startIcon={<EditIcon />}
        >
          {translate('record.edit')}
        </Button>
      )}
      {duplicate && (
        <Button component={Link} to={duplicate} size="small" variant="outlined" startIcon={<DuplicateIcon />}>
          {translate('record.duplicate')}
        </Button>
      )}
      <RowActions view={view} record={record} except={alertsOf(view, record).map(({ action }) => action)} />
      {view.canDeleteRecord(record) && <DeleteRecord view={view} />}
    </Stack>
  );
}

/** Button that deletes the record after a confirmation. */
function DeleteRecord({ view }: { view: ResourceView }) {
  const record = useShownRecord();
  const { translate } = useFormatContext();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="small" color="error" startIcon={<DeleteIcon />} onClick={() => setIsOpen(true)}>
        {translate('record.delete')}
      </Button>
      {isOpen && <DeleteDialog view={view} record={record} onClose={() => setIsOpen(false)} />}
    </>
  );
}

const askedSchema = z.object({ begin: z.string() });

/**
 * Starts the action named in the navigation state, once and only if the user may do it. The request is then removed
 * from the history, so that a reload doesn't start it again.
 */
function useAskedAction(view: ResourceView, record: IdentifiedRecord): void {
  const location = useLocation();
  const navigate = useNavigate();
  const { begin, hasItsPage } = useBeginAction();
  const asked = askedSchema.safeParse(location.state).data?.begin;
  const action = rowActions(view, record).find((one) => one.key === asked && hasItsPage(one));
  const isBegun = useRef(false);
  const start = useEvent(() => {
    if (!action || isBegun.current) return;
    isBegun.current = true;
    const { pathname, search } = location;
    void navigate({ pathname, search }, { replace: true });
    begin({ action, ids: [record.id], records: [record] });
  });
  useEffect(() => {
    if (action) start();
  }, [action, start]);
}
