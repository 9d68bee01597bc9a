import ErrorIcon from '@mui/icons-material/Error';
import { Box, Paper, Tab, Tabs, Typography } from '@mui/material';
import { useId } from 'react';
import { useFormState } from 'react-hook-form';
import type { FieldGroup } from '#shared/declaration/resource.ts';
import { resolveLabel } from '#shared/i18n/label.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { FormFields, type FormGroupsProps } from './FormFields.tsx';
import { cardPadding } from '#console/ui/cardPadding.ts';

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
