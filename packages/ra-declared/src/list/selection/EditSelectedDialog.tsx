import {
  Alert,
  AlertTitle,
  Box,
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  FormControlLabel,
  LinearProgress,
} from '@mui/material';
import { useId, useMemo, useState } from 'react';
import type { Identifier } from 'react-admin';
import { type Field, fieldLabel, formatCount, namingReferences, recordName } from '@merchant-console/declaration';
import type { FieldRecord } from '../../fields/FieldTypeDefinition.ts';
import { FieldInput } from '../../fields/FieldInput.tsx';
import { useLoaded, useNamedComponents } from '../../fields/NamedComponents.ts';
import { emptyValue } from '../../fields/inputs/useBoundField.ts';
import type { ResourceView } from '../../ResourceView.ts';
import { FailureAlert } from '../../ui/FailureAlert.tsx';
import { FormatContextProvider, useFormatContext } from '../../ui/FormatContext.ts';
import { ConsoleForm } from '../../ui/form/ConsoleForm.tsx';
import { useSending } from '../../ui/useSending.tsx';
import { useResourceFormat } from '../../useResourceFormat.ts';
import { type Refused, type SelectedEdit, useEditSelected } from './useEditSelected.ts';

interface EditSelectedDialogProps {
  view: ResourceView;
  /** Fields that the user may change in several records. */
  fields: readonly Field[];
  /** The records selected when the dialog was opened. */
  ids: readonly Identifier[];
  onClose(): void;
}

/** Form whose values are written to all selected records: of the chosen fields, the others stay as they are. */
export function EditSelectedDialog({ view, fields: declared, ids, onClose }: EditSelectedDialogProps) {
  const fields = useMemo(() => declared.map(unconditional), [declared]);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const edit = useEditSelected(view, ids, onClose);
  const { input: find } = useNamedComponents();
  const areInputsFetched = useLoaded(fields.map(({ input }) => (input === undefined ? undefined : find(input))));
  const context = useResourceFormat(view.resource.name, fields, []);
  const { translate } = context;
  const titleId = useId();
  const textId = useId();
  if (!areInputsFetched) return null;
  const count = formatCount(ids.length);
  const toggle = (source: string) =>
    setChosen((now) => (now.includes(source) ? now.filter((one) => one !== source) : [...now, source]));
  const close = () => {
    if (!edit.isRunning) onClose();
  };
  return (
    <FormatContextProvider value={context}>
      <Dialog open fullWidth maxWidth="xs" onClose={close} aria-labelledby={titleId} aria-describedby={textId}>
        <ConsoleForm
          defaultValues={Object.fromEntries(fields.map((field) => [field.source, firstValue(field)]))}
          record={NO_RECORD}
          mode="onSubmit"
          shouldFocusError
          onSubmit={(values: FieldRecord) => edit.start(chosen, values)}
          sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
        >
          <DialogTitle id={titleId}>
            {translate('selectedRecords.edit_title', { smart_count: ids.length, count })}
          </DialogTitle>
          <DialogContent aria-busy={edit.isRunning} sx={{ display: 'grid', gap: 1, alignContent: 'start' }}>
            {edit.result ? (
              <Result view={view} edit={edit} />
            ) : (
              <>
                <DialogContentText id={textId}>{translate('selectedRecords.edit_text')}</DialogContentText>
                {fields.map((field) => (
                  <ChosenField
                    key={field.source}
                    field={field}
                    isChosen={chosen.includes(field.source)}
                    disabled={edit.isRunning}
                    onToggle={() => toggle(field.source)}
                  />
                ))}
                {edit.leftOut > 0 && (
                  <Alert severity="warning">
                    {edit.leftOut === ids.length
                      ? translate('actions.none_fits')
                      : translate('actions.left_out', {
                          smart_count: edit.leftOut,
                          count: formatCount(ids.length - edit.leftOut),
                          total: count,
                          left: formatCount(edit.leftOut),
                        })}
                  </Alert>
                )}
                {edit.isRunning && (
                  <LinearProgress
                    variant="determinate"
                    aria-label={translate('selectedRecords.edit')}
                    value={(100 * edit.done) / edit.total}
                  />
                )}
              </>
            )}
            <FailureAlert error={edit.failure} {...(edit.retry && { onRetry: edit.retry })} />
          </DialogContent>
          <Buttons edit={edit} isEmpty={chosen.length === 0} onClose={close} />
        </ConsoleForm>
      </Dialog>
    </FormatContextProvider>
  );
}

/** Keeps the form from using the record of the page around it. */
const NO_RECORD = {};

/** The field without conditions on its record, which the server decides for each record. */
function unconditional(field: Field): Field {
  const { when: _, ...rest } = field;
  return { ...rest, required: field.required === true, readOnly: false };
}

/** Nothing is given until the user says what; an unticked checkbox means no. */
function firstValue(field: Field) {
  return field.type === 'boolean' ? (emptyValue({ ...field, required: true }) ?? false) : null;
}

interface ChosenFieldProps {
  field: Field;
  isChosen: boolean;
  disabled: boolean;
  onToggle(): void;
}

/** A field that may be changed, with its input once it is chosen. */
function ChosenField({ field, isChosen, disabled, onToggle }: ChosenFieldProps) {
  const context = useFormatContext();
  const label = fieldLabel(field, context);
  return (
    <Box>
      <FormControlLabel
        control={<Checkbox size="small" checked={isChosen} onChange={onToggle} disabled={disabled} />}
        label={label}
        slotProps={{ typography: { variant: 'body2' } }}
      />
      {isChosen && (
        <Box sx={{ mt: 0.75 }}>
          <FieldInput field={field} mode="edit" disabled={disabled} />
        </Box>
      )}
    </Box>
  );
}

/** Most refusals that are told by record. The others are counted. */
const MOST_TOLD = 50;

/** What was changed, and why the others weren't. */
function Result({ view, edit }: { view: ResourceView; edit: SelectedEdit }) {
  const { translate } = useFormatContext();
  const { changed, refused } = edit.result ?? { changed: 0, refused: [] };
  const more = refused.length - MOST_TOLD;
  return (
    <>
      <DialogContentText role="status">
        {translate('selectedRecords.edited', { smart_count: changed, count: formatCount(changed) })}
      </DialogContentText>
      {refused.length > 0 && (
        <Alert severity="warning" sx={{ '& .MuiAlert-message': { minWidth: 0, flex: 1 } }}>
          <AlertTitle>
            {translate('selectedRecords.not_edited', {
              smart_count: refused.length,
              count: formatCount(refused.length),
            })}
          </AlertTitle>
          <Refusals view={view} refused={refused.slice(0, MOST_TOLD)} />
          {more > 0 && translate('selectedRecords.more', { smart_count: more, count: formatCount(more) })}
        </Alert>
      )}
    </>
  );
}

function Refusals({ view: { resource }, refused }: { view: ResourceView; refused: readonly Refused[] }) {
  const { translate } = useFormatContext();
  const { referenceName } = useResourceFormat(
    resource.name,
    namingReferences(resource),
    refused.map(({ record }) => record),
  );
  return (
    <Box component="ul" sx={{ m: 0, pl: 2, overflowWrap: 'anywhere' }}>
      {refused.map(({ record, text }) => (
        <li key={record.id}>
          {translate('list.labelled', { label: recordName(record, resource, referenceName), text })}
        </li>
      ))}
    </Box>
  );
}

interface ButtonsProps {
  edit: SelectedEdit;
  /** True if no field is chosen. */
  isEmpty: boolean;
  onClose(): void;
}

function Buttons({ edit, isEmpty, onClose }: ButtonsProps) {
  const { translate } = useFormatContext();
  const sending = useSending();
  if (edit.result)
    return (
      <DialogActions>
        <Button variant="contained" autoFocus onClick={onClose}>
          {translate('shell.close')}
        </Button>
      </DialogActions>
    );
  return (
    <DialogActions>
      {sending.reason}
      {edit.isRunning ? (
        <Button color="inherit" onClick={edit.stop}>
          {translate('selectedRecords.stop')}
        </Button>
      ) : (
        <Button color="inherit" onClick={onClose}>
          {translate('form.cancel')}
        </Button>
      )}
      <Button
        type="submit"
        variant="contained"
        loading={edit.isRunning || edit.isLoading}
        disabled={isEmpty || !edit.canStart}
        {...sending.button}
      >
        {translate('form.save')}
      </Button>
    </DialogActions>
  );
}
