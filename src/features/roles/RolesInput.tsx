import {
  Box,
  Checkbox,
  FormControl,
  FormControlLabel,
  FormGroup,
  FormHelperText,
  FormLabel,
  Skeleton,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useGetIdentity, useRecordContext } from 'react-admin';
import { z } from 'zod';
import { roleChoices } from '#shared/contract/calls.ts';
import type { RoleChoice } from '#shared/contract/roleChoices.ts';
import { useApi } from '#console/api/createApi.ts';
import { type FieldInputProps, useFormatContext } from '@merchant-console/ra-declared';
import { FailureAlert, useBelowInput, useBoundField } from '@merchant-console/ra-declared/internal';

const idsSchema = z.array(z.string()).catch([]);

/** A user's roles, of which the editor may assign some. Nobody changes their own. */
export function RolesInput({ field, label, disabled }: FieldInputProps) {
  const record = useRecordContext();
  const { translate } = useFormatContext();
  const api = useApi();
  const bound = useBoundField(field);
  const { identity } = useGetIdentity();
  const labelId = useId();
  const helpId = useId();
  const isOwn = record !== undefined && identity?.id === record.id;
  const chosen = idsSchema.parse(bound.value);
  const roles = useQuery({
    queryKey: ['users', 'roleChoices'],
    queryFn: ({ signal }) => api(roleChoices, { signal }),
    staleTime: 0,
  });
  const below = useBelowInput(field, bound.problem);

  const toggle = (id: string) => {
    const ids = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id].toSorted();
    bound.change(ids.length > 0 ? ids : null);
  };
  return (
    <FormControl component="fieldset" error={bound.problem !== null} disabled={disabled || isOwn} fullWidth>
      <FormLabel component="legend" id={labelId} required={field.required === true} sx={{ fontSize: '0.75rem' }}>
        {label}
      </FormLabel>
      {roles.isPending && <Skeleton height={72} />}
      {roles.error && <FailureAlert error={roles.error} onRetry={roles.refetch} />}
      <FormGroup onBlur={bound.blur}>
        {roles.data?.map((role, index) => (
          <Choice
            key={role.id}
            role={role}
            isChosen={chosen.includes(role.id)}
            describedBy={helpId}
            inputRef={index === 0 ? bound.ref : null}
            onToggle={() => toggle(role.id)}
          />
        ))}
      </FormGroup>
      <FormHelperText id={helpId} sx={{ mx: 0 }}>
        {isOwn ? translate('errors.own_rights') : below}
      </FormHelperText>
    </FormControl>
  );
}

interface ChoiceProps {
  role: RoleChoice;
  isChosen: boolean;
  describedBy: string;
  inputRef: ((element: HTMLInputElement | null) => void) | null;
  onToggle(): void;
}

/**
 * A role that the editor can't assign can still be removed, because it is never above theirs on a user whom they may
 * change.
 */
function Choice({ role, isChosen, describedBy, inputRef, onToggle }: ChoiceProps) {
  const { translate } = useFormatContext();
  const isOutOfReach = !role.may_give && !isChosen;
  return (
    <FormControlLabel
      disabled={isOutOfReach || undefined}
      sx={{ alignItems: 'flex-start', '& .MuiFormControlLabel-label': { py: 0.75 } }}
      label={
        <>
          {role.name}
          {role.description && (
            <Box component="span" sx={{ display: 'block', typography: 'caption', color: 'text.secondary' }}>
              {role.description}
            </Box>
          )}
          {isOutOfReach && (
            <Box component="span" sx={{ ml: 1, typography: 'caption' }}>
              {translate(role.is_owner ? 'errors.grant_owner' : 'people.role_out_of_reach')}
            </Box>
          )}
        </>
      }
      control={
        <Checkbox
          size="small"
          checked={isChosen}
          onChange={onToggle}
          slotProps={{ input: { 'aria-describedby': describedBy, ...(inputRef ? { ref: inputRef } : {}) } }}
        />
      }
    />
  );
}
