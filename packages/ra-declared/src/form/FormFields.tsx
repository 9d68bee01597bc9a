import ErrorIcon from '@mui/icons-material/Error';
import { Box, FormHelperText, Paper, Tab, Tabs, Typography } from '@mui/material';
import { memo, useId, useMemo } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import {
  acceptsValue,
  type Field,
  type FieldGroup,
  fieldLabel,
  resolveLabel,
  sequenceOf,
} from '@merchant-console/declaration';
import { FieldInput } from '../fields/FieldInput.tsx';
import type { FieldRecord } from '../fields/FieldTypeDefinition.ts';
import { NoValue } from '../fields/NoValue.tsx';
import { formatFieldAlone } from '../fields/formatField.ts';
import { useBelowInput } from '../fields/inputs/useBoundField.ts';
import { renderField } from '../fields/renderField.tsx';
import { useFormatContext } from '../ui/FormatContext.ts';
import { lazy } from '../ui/loading/lazy.tsx';
import { cardPadding } from '../ui/cardPadding.ts';
import type { FormConditions } from './formConditions.ts';
import { isShown, type FormMode } from './formValues.ts';
import { recordWithLines, useLinesInForm } from './lines/formLines.ts';

const WIDE: readonly Field['type'][] = ['longtext', 'json', 'file', 'image', 'children', 'group'];

const grid = { display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' } };

interface FormFieldsProps extends Pick<FormGroupsProps, 'fields' | 'mode' | 'disabled' | 'conditions'> {
  group: FieldGroup;
}

/** The fields of one group whose `when` holds for the form's current values. */
function FormFields({ group, fields, mode, disabled, conditions }: FormFieldsProps) {
  const values: FieldRecord = useWatch();
  const { lines, before } = useLinesInForm();
  const record = useMemo(() => recordWithLines(fields, values, before, lines), [fields, values, before, lines]);
  return (
    <Box sx={{ ...grid, columnGap: 2, rowGap: 1.5, alignItems: 'start' }}>
      {group.fields
        .filter((field) => isShown(field, record))
        .map((field) => (
          <Box key={field.source} sx={WIDE.includes(field.type) ? { gridColumn: '1 / -1' } : {}}>
            {field.type === 'children' ? (
              <FormLines field={field} disabled={disabled} />
            ) : (
              <FormField
                field={conditions.fieldFor(field, record)}
                mode={mode}
                disabled={disabled}
                value={record[field.source]}
              />
            )}
          </Box>
        ))}
    </Box>
  );
}

interface FormFieldProps {
  field: Field;
  mode: FormMode;
  disabled: boolean;
  /** Its current value. */
  value: unknown;
}

/** A field of a form: its input, or its value if users can't edit it. */
export function FormField({ field, mode, disabled, value }: FormFieldProps) {
  if (!acceptsValue(field, mode)) return <FixedField field={field} mode={mode} value={value} />;
  return <InputField field={field} mode={mode} disabled={disabled} />;
}

/** Inputs subscribe to the form themselves, so they needn't re-render when another changes. */
const InputField = memo(FieldInput);

/** Fetched by forms that have lines. */
const FormLines = memo(lazy(async () => (await import('./lines/LinesInput.tsx')).LinesInput));

function FixedField({ field, mode, value }: Omit<FormFieldProps, 'disabled'>) {
  const context = useFormatContext();
  const { getValues } = useFormContext<FieldRecord>();
  // The currency of an amount is another field of the record.
  const record = { ...getValues(), [field.source]: value };
  const isAssigned = mode === 'create' && sequenceOf(field) !== null;
  const content = isAssigned
    ? context.translate('form.assigned_on_save')
    : renderField(record, field, context, formatFieldAlone(record, field, context));
  return (
    <Box sx={{ px: 1.75 }}>
      <Box component="dl" sx={{ m: 0 }}>
        <Box component="dt" sx={{ fontSize: '0.75rem', lineHeight: 1.4, color: 'text.secondary' }}>
          {fieldLabel(field, context)}
        </Box>
        <Box component="dd" sx={{ m: 0, minHeight: 22, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
          {content || <NoValue />}
        </Box>
      </Box>
      <FormHelperText sx={{ mt: 0 }}>{useBelowInput(field, null)}</FormHelperText>
    </Box>
  );
}

/** Props shared by a form's cards and tabs. */
interface FormGroupsProps {
  groups: readonly FieldGroup[];
  /** All fields of the groups. */
  fields: readonly Field[];
  mode: FormMode;
  conditions: FormConditions;
  disabled: boolean;
  /** Index of the selected tab, if there are tabs. */
  tab: number;
  onTab(tab: number): void;
}

/** The groups of a form as tabs. A tab with invalid fields is marked. */
export function FormTabs({ groups, tab, onTab, ...props }: FormGroupsProps) {
  const { language, translate } = useFormatContext();
  const { errors } = useFormState();
  const id = useId();
  const nameOf = ({ label = 'record.details' }: FieldGroup) => resolveLabel(label, language, translate);
  const wrongIn = ({ fields }: FieldGroup) => fields.filter(({ source }) => errors[source] !== undefined).length;
  return (
    <Paper variant="outlined" sx={{ minWidth: 0 }}>
      <Tabs
        value={tab}
        onChange={(_event, chosen: number) => onTab(chosen)}
        variant="scrollable"
        allowScrollButtonsMobile
        sx={{ px: 1, borderBottom: 1, borderColor: 'divider' }}
      >
        {groups.map((group, index) => {
          const wrong = wrongIn(group);
          const words = wrong > 0 ? `${nameOf(group)}: ${translate('form.wrong', { smart_count: wrong })}` : null;
          return (
            <Tab
              key={index}
              id={`${id}-tab-${index}`}
              aria-controls={`${id}-panel-${index}`}
              aria-label={words ?? undefined}
              label={nameOf(group)}
              {...(wrong > 0 && { icon: <ErrorIcon color="error" fontSize="small" />, iconPosition: 'end' as const })}
              sx={{ minHeight: 48 }}
            />
          );
        })}
      </Tabs>
      {groups.map((group, index) => (
        <Box
          key={index}
          role="tabpanel"
          id={`${id}-panel-${index}`}
          aria-labelledby={`${id}-tab-${index}`}
          // Inputs of hidden tabs stay mounted, so that they are validated and sent with the rest.
          hidden={index !== tab}
          sx={{ p: cardPadding, pb: { xs: 1, sm: 1 } }}
        >
          <FormFields group={group} {...props} />
        </Box>
      ))}
    </Paper>
  );
}

/** The groups of a form one below another. */
export function FormCards({ groups, ...props }: FormGroupsProps) {
  return groups.map((group, index) => <FormCard key={index} group={group} {...props} />);
}

function FormCard({ group, ...props }: Omit<FormGroupsProps, 'groups'> & { group: FieldGroup }) {
  const { language, translate } = useFormatContext();
  const headingId = useId();
  const { label } = group;
  return (
    <Paper
      component={label === undefined ? 'div' : 'section'}
      variant="outlined"
      aria-labelledby={label === undefined ? undefined : headingId}
      sx={{ p: cardPadding, pb: { xs: 1, sm: 1 }, minWidth: 0 }}
    >
      {label !== undefined && (
        <Typography id={headingId} component="h2" variant="subtitle2" sx={{ mb: 2 }}>
          {resolveLabel(label, language, translate)}
        </Typography>
      )}
      <FormFields group={group} {...props} />
    </Paper>
  );
}
