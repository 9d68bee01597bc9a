import { Alert, AlertTitle, Box, Button, Stack, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { useDataProvider } from 'react-admin';
import type { DeclaredDataProvider } from '../DeclaredDataProvider.ts';
import { FormatContextProvider, useFormatContext } from '../ui/FormatContext.ts';
import { type Field, fieldLabel } from '@merchant-console/declaration';
import { formatInstant } from '../record/formatInstant.ts';
import type { ResourceView } from '../ResourceView.ts';
import { useResourceFormat } from '../useResourceFormat.ts';
import { formatFieldAlone } from '../fields/formatField.ts';
import { isSame, Unreadable } from '../fields/inputs/useBoundField.ts';
import { NoValue } from '../fields/NoValue.tsx';
import { renderField } from '../fields/renderField.tsx';
import type { FieldRecord, IdentifiedRecord } from '../fields/FieldTypeDefinition.ts';
import { heldValue } from './formValues.ts';
import { type FormLines, useLinesInForm } from './lines/formLines.ts';
import { linesIn } from './lines/linesIn.ts';
import { conflictingLines } from './lines/lineConflicts.ts';

interface ConflictPanelProps {
  view: ResourceView;
  fields: readonly Field[];
  conflict: Conflict;
  isSaving: boolean;
  onKeepMine(): void;
  onTakeTheirs(): void;
}

/** Shown if someone else saved the record first: who, when, what differs, and the two ways to continue. */
export function ConflictPanel({ view, fields, conflict, isSaving, onKeepMine, onTakeTheirs }: ConflictPanelProps) {
  const { resource } = view;
  const { before, theirs, mine } = conflict;
  const context = useResourceFormat(resource.name, resource.fields, [before, theirs, mine]);
  const { translate } = useFormatContext();
  const latest = useLatestChange(view, conflict);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    panel.current?.focus();
    panel.current?.scrollIntoView?.({ block: 'nearest' });
  }, [conflict]);

  const at = formatInstant(latest?.at ?? theirs['updated_at'], context);
  const who = latest?.actor;
  const title = who ? translate('form.conflict_by', { who, at }) : translate('form.conflict', { at });
  return (
    <FormatContextProvider value={context}>
      <Alert ref={panel} tabIndex={-1} severity="warning" sx={{ '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
        <AlertTitle>{title}</AlertTitle>
        {translate('form.conflict_text')}
        <ConflictTable conflict={conflict} fields={fields} who={who} />
        <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1, mt: 1.5 }}>
          <Button size="small" variant="outlined" color="inherit" onClick={onKeepMine} disabled={isSaving}>
            {translate('form.keep_mine')}
          </Button>
          <Button size="small" variant="outlined" color="inherit" onClick={onTakeTheirs} disabled={isSaving}>
            {who ? translate('form.take_theirs_of', { who }) : translate('form.take_theirs')}
          </Button>
        </Stack>
        <Box sx={{ mt: 1, fontSize: '0.75rem' }}>{translate('form.keep_mine_help')}</Box>
      </Alert>
    </FormatContextProvider>
  );
}

/** The latest change of the record, if the user may read its history; otherwise undefined. */
function useLatestChange({ resource, canShow }: ResourceView, { theirs }: Conflict) {
  const dataProvider = useDataProvider<DeclaredDataProvider>();
  const hasHistory = canShow && resource.storage === 'table';
  const { data } = useQuery({
    queryKey: [resource.name, 'timeline', theirs.id, theirs['revision']],
    queryFn: hasHistory
      ? ({ signal }) => dataProvider.getTimeline(resource.name, { id: theirs.id, signal })
      : skipToken,
    retry: false,
  });
  return data?.find(({ changes }) => changes.length > 0);
}

const cells = {
  '& a': { color: 'inherit' },
  '& th, & td': { px: 1, py: 0.5, borderColor: 'divider', overflowWrap: 'anywhere', color: 'inherit' },
};

interface ConflictTableProps extends Pick<ConflictPanelProps, 'fields' | 'conflict'> {
  /** Name of the other user, if known. */
  who: string | null | undefined;
}

/** The differences, field by field: mine beside theirs. The bold value is the one that “keep mine” would save. */
function ConflictTable({ fields, conflict: { before, mine, theirs }, who }: ConflictTableProps) {
  const context = useFormatContext();
  const { translate } = context;
  const { lines } = useLinesInForm();
  const own = fields.filter(({ type }) => type !== 'children');
  return (
    <Table size="small" aria-label={translate('form.differences')} sx={{ ...cells, mt: 1, tableLayout: 'fixed' }}>
      <TableHead>
        <TableRow>
          <TableCell>{translate('form.field')}</TableCell>
          <TableCell>{translate('form.mine')}</TableCell>
          <TableCell>{who ?? translate('form.theirs')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {conflictingFields(own, before, mine, theirs).map(({ field, isMineChanged, ...values }) => (
          <ConflictRow
            key={field.source}
            label={fieldLabel(field, context)}
            isMineChanged={isMineChanged}
            mine={<Value field={field} record={{ ...mine, [field.source]: values.mine }} />}
            theirs={<Value field={field} record={{ ...theirs, [field.source]: values.theirs }} />}
          />
        ))}
        {lines.map((one) => (
          <ConflictingLines
            key={one.field.source}
            lines={one}
            versions={[before, mine, theirs].map((record) => record[one.field.source])}
          />
        ))}
      </TableBody>
    </Table>
  );
}

interface ConflictingLinesProps {
  lines: FormLines;
  /** Those before, mine and theirs. */
  versions: readonly unknown[];
}

function ConflictingLines({ lines: { view, columns }, versions: [before, mine, theirs] }: ConflictingLinesProps) {
  const { resource } = view;
  const context = useResourceFormat(resource.name, columns, [...linesIn(mine), ...linesIn(theirs)]);
  const { translate } = context;
  return (
    <FormatContextProvider value={context}>
      {conflictingLines(columns, before, mine, theirs).map(({ number, column, isMineChanged, ...versions }) => {
        const line = translate('formLines.line', { number });
        const show = (version: FieldRecord | undefined) =>
          version === undefined
            ? translate('formLines.deleted')
            : (column ? [column] : columns.slice(0, 2)).map((field) => (
                <div key={field.source}>
                  <Value field={field} record={version} />
                </div>
              ));
        return (
          <ConflictRow
            key={`${number} ${column?.source}`}
            label={column ? `${line}: ${fieldLabel(column, context)}` : line}
            isMineChanged={isMineChanged}
            mine={show(versions.mine)}
            theirs={show(versions.theirs)}
          />
        );
      })}
    </FormatContextProvider>
  );
}

interface ConflictRowProps {
  label: string;
  mine: ReactNode;
  theirs: ReactNode;
  isMineChanged: boolean;
}

function ConflictRow({ label, mine, theirs, isMineChanged }: ConflictRowProps) {
  return (
    <TableRow>
      <TableCell component="th" scope="row">
        {label}
      </TableCell>
      <TableCell sx={{ fontWeight: isMineChanged ? 600 : 400 }}>{mine}</TableCell>
      <TableCell sx={{ fontWeight: isMineChanged ? 400 : 600 }}>{theirs}</TableCell>
    </TableRow>
  );
}

function Value({ field, record }: { field: Field; record: FieldRecord }) {
  const context = useFormatContext();
  const value = record[field.source];
  if (value instanceof Unreadable) return value.typed;
  const text = formatFieldAlone(record, field, context);
  return (field.type === 'group' ? renderField(record, field, context, text) : text) || <NoValue />;
}

interface FieldConflict {
  field: Field;
  /** The value in this form. */
  mine: unknown;
  /** The value that someone else has saved. */
  theirs: unknown;
  /** True if this form has changed the field too. */
  isMineChanged: boolean;
}

/** Fields whose stored value has changed since the form was opened and differs from the form's. */
export function conflictingFields(
  fields: readonly Field[],
  before: FieldRecord,
  mine: FieldRecord,
  theirs: FieldRecord,
): FieldConflict[] {
  return fields
    .map((field) => ({
      field,
      before: heldValue(field, before),
      mine: heldValue(field, mine),
      theirs: heldValue(field, theirs),
    }))
    .filter((values) => !isSame(values.before, values.theirs))
    .map(({ before: stored, ...values }) => ({ ...values, isMineChanged: !isSame(values.mine, stored) }))
    .filter(({ mine: own, theirs: other }) => !isSame(own, other));
}

/** Two users have changed the same record. */
export interface Conflict {
  /** The record as it was when the form was opened. */
  before: IdentifiedRecord;
  /** The record as someone else has saved it since. */
  theirs: IdentifiedRecord;
  /** The form's values when it was sent. */
  mine: FieldRecord;
}
