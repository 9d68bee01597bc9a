import { Box, Popover, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { type Field, fieldLabel } from '@merchant-console/declaration';
import { ApiError } from '@merchant-console/ra-provider';
import { FieldInput } from '../../fields/FieldInput.tsx';
import type { FieldRecord, IdentifiedRecord } from '../../fields/FieldTypeDefinition.ts';
import { formatFieldAlone } from '../../fields/formatField.ts';
import { isSame } from '../../fields/inputs/useBoundField.ts';
import { useLoaded, useNamedComponents } from '../../fields/NamedComponents.ts';
import type { ResourceView } from '../../ResourceView.ts';
import { AfterSubmit, CallFailure, FormButtons } from '../../ui/form/CallForm.tsx';
import { ConsoleForm } from '../../ui/form/ConsoleForm.tsx';
import { labelledBy, submissionErrors } from '../../ui/form/fieldErrors.ts';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { useSending } from '../../ui/useSending.tsx';
import { changeRecord, useSendChange } from '../changeRecords.ts';

/** Where to go once the cell is saved: to the next cell that can be edited, to the previous one, or nowhere. */
export type CellMove = -1 | 0 | 1;

interface CellEditorProps {
  view: ResourceView;
  /** The cell that the editor covers. */
  cell: HTMLElement;
  /** The record as the user sees it. */
  record: IdentifiedRecord;
  field: Field;
  /** Called if the user gives up. */
  onCancel(): void;
  /** @param saved the record as it is stored now: the same object if nothing was changed */
  onDone(saved: IdentifiedRecord, move: CellMove): void;
}

/** Types whose value is chosen at once, so that the choice saves it. */
const CHOSEN: readonly Field['type'][] = ['enum', 'reference'];

/**
 * Edits a value in front of its cell. Enter and a click elsewhere save it, Tab saves it and goes to the next cell, and
 * Escape gives up. If the server refuses, the reason is shown here and what was typed stays.
 */
export function CellEditor({ view, cell, record, field, onCancel, onDone }: CellEditorProps) {
  const { name, fields } = view.resource;
  const context = useFormatContext();
  const { translate } = context;
  const sendChange = useSendChange(name);
  const queryClient = useQueryClient();
  const { isBlocked } = useSending();
  const formId = useId();
  const move = useRef<CellMove>(0);
  const isRunning = useRef(false);
  /** The version that the change is based on. After a conflict that the user has seen, it is the other user's. */
  const [base, setBase] = useState(record);
  const { input: find } = useNamedComponents();
  const isInputFetched = useLoaded([field.input === undefined ? undefined : find(field.input)]);
  if (!isInputFetched) return null;
  const { source } = field;

  async function submit(values: FieldRecord) {
    if (isBlocked || isRunning.current) return undefined;
    isRunning.current = true;
    try {
      const saved = await changeRecord(sendChange, base, { [source]: values[source] ?? null });
      if (saved !== base) void queryClient.invalidateQueries({ queryKey: [name] });
      onDone(saved === base ? record : saved, move.current);
      return undefined;
    } catch (failure) {
      move.current = 0;
      if (failure instanceof ApiError && failure.current !== null) setBase({ ...failure.current, id: record.id });
      return submissionErrors(failure, [source], translate, labelledBy(fields, { ...context, resource: name }));
    } finally {
      isRunning.current = false;
    }
  }
  const send = (to: CellMove) => {
    move.current = to;
    const form = document.getElementById(formId);
    if (form instanceof HTMLFormElement) form.requestSubmit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const isText = event.target instanceof HTMLTextAreaElement;
    if (event.key !== 'Tab' && !(event.key === 'Enter' && isText && !event.shiftKey)) return;
    event.preventDefault();
    send(event.key === 'Enter' ? 0 : event.shiftKey ? -1 : 1);
  };
  const label = fieldLabel(field, { ...context, resource: name });
  const now = formatFieldAlone(base, field, context);
  return (
    <Popover
      open
      anchorEl={cell}
      onClose={(_, reason) => (reason === 'backdropClick' ? send(0) : onCancel())}
      transitionDuration={0}
      disableScrollLock
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': label,
          sx: { p: 1.5, width: Math.max(cell.offsetWidth, 280), maxWidth: 'calc(100vw - 32px)', overflow: 'visible' },
        },
      }}
    >
      <ConsoleForm
        id={formId}
        defaultValues={{ ...record, [source]: record[source] ?? null }}
        record={NO_RECORD}
        mode="onSubmit"
        onSubmit={submit}
      >
        <Box onKeyDown={onKeyDown} sx={{ display: 'grid', gap: 0.5 }}>
          <FieldInput field={field} mode="edit" />
          {base !== record && (
            <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
              {translate('cellEdit.now', { value: now || translate('cellEdit.nothing') })}
            </Typography>
          )}
          <CallFailure />
          <FormButtons isAtEnd submit={translate('form.save')} onCancel={onCancel} />
        </Box>
        <FirstFocus formId={formId} />
        {CHOSEN.includes(field.type) && (
          <SaveChoice source={source} stored={record[source] ?? null} onChoose={() => send(0)} />
        )}
        <AfterSubmit formId={formId} emptied={NONE} />
      </ConsoleForm>
    </Popover>
  );
}

/** Keeps the form from using the record of the page around it. */
const NO_RECORD = {};
const NONE: readonly string[] = [];

/** Focuses the input when the editor opens, and selects its text. */
function FirstFocus({ formId }: { formId: string }) {
  useEffect(() => {
    const form = document.getElementById(formId);
    const input = form?.querySelector<HTMLElement>('[role=combobox], textarea, input:not([aria-hidden=true])');
    input?.focus();
    if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) input.select();
  }, [formId]);
  return null;
}

interface SaveChoiceProps {
  source: string;
  stored: unknown;
  onChoose(): void;
}

/** Saves as soon as another value is chosen. */
function SaveChoice({ source, stored, onChoose }: SaveChoiceProps) {
  const value: unknown = useWatch({ name: source });
  const { isSubmitting } = useFormState();
  const choose = useEffectEvent(() => {
    if (!isSubmitting && !isSame(value ?? null, stored)) onChoose();
  });
  useEffect(() => choose(), [value]);
  return null;
}
