import { Paper, Typography } from '@mui/material';
import { useId } from 'react';
import type { FieldGroup } from '#shared/declaration/resource.ts';
import { resolveLabel } from '#shared/i18n/label.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { FormFields } from './FormFields.tsx';
import type { FormGroupsProps } from './FormGroupsProps.ts';

/** The groups of a form below each other. */
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
      sx={{ p: { xs: 2, sm: 2.5 }, pb: { xs: 1, sm: 1 }, minWidth: 0 }}
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
