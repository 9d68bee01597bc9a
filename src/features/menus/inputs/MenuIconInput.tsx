import { Box, FormControl, FormHelperText, FormLabel, TextField, type Theme } from '@mui/material';
import { useId, useState } from 'react';
import { ICON_NAMES } from '#shared/declaration/keys.ts';
import { plainText } from '#shared/format/plainText.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import type { FieldInputProps } from '#console/fields/inputs/FieldInputProps.ts';
import { useBelowInput, useBoundField } from '#console/fields/inputs/useBoundField.ts';
import { menuIcon } from '#console/ui/menuIcons.ts';

/** All icons with their names, as a group navigated with the arrow keys. */
export function MenuIconInput({ field, label, disabled }: FieldInputProps) {
  const { translate } = useFormatContext();
  const bound = useBoundField(field);
  const labelId = useId();
  const helpId = useId();
  const [search, setSearch] = useState('');
  const below = useBelowInput(field, bound.problem);
  const chosen = plainText(bound.value);
  const choices = [
    { id: '', name: translate('menuEditor.no_icon') },
    ...ICON_NAMES.map((id) => ({ id, name: translate(`resources.menus.choices.icon.${id}`) })),
  ];
  const wanted = search.trim().toLowerCase();
  const shown = choices.filter(({ id, name }) => `${name} ${id}`.toLowerCase().includes(wanted));
  return (
    <FormControl error={bound.problem !== null} disabled={disabled} fullWidth sx={{ gap: 1 }}>
      <FormLabel id={labelId} sx={{ fontSize: '0.75rem' }}>
        {label}
      </FormLabel>
      <TextField
        size="small"
        type="search"
        label={translate('menuEditor.find_icon')}
        value={search}
        disabled={disabled}
        onChange={(event) => setSearch(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        sx={{ maxWidth: 280 }}
      />
      <Box role="radiogroup" aria-labelledby={labelId} aria-describedby={helpId} sx={grid}>
        {shown.map(({ id, name }, index) => {
          const Icon = menuIcon(id);
          return (
            <label key={id}>
              <input
                type="radio"
                name={bound.name}
                value={id}
                checked={chosen === id}
                disabled={disabled}
                ref={chosen === id || index === 0 ? bound.ref : undefined}
                onChange={() => bound.change(id === '' ? null : id)}
                onBlur={bound.blur}
              />
              <Icon />
              <span>{name}</span>
            </label>
          );
        })}
      </Box>
      <FormHelperText id={helpId}>{shown.length === 0 ? translate('form.no_match') : below}</FormHelperText>
    </FormControl>
  );
}

const ring = ({ palette }: Theme) => `2px solid ${palette.primary.main}`;

const grid = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(88px, 1fr))',
  gap: 0.75,
  '& label': {
    position: 'relative',
    display: 'grid',
    justifyItems: 'center',
    alignContent: 'start',
    gap: 0.5,
    p: 1,
    border: 1,
    borderColor: 'divider',
    borderRadius: 1,
    fontSize: '0.75rem',
    textAlign: 'center',
    cursor: 'pointer',
  },
  '& label:hover': { backgroundColor: 'action.hover' },
  '& label:has(:checked)': {
    borderColor: 'primary.main',
    color: 'primary.main',
    boxShadow: ({ palette }: Theme) => `inset 0 0 0 1px ${palette.primary.main}`,
  },
  '& label:has(:focus-visible)': { outline: ring, outlineOffset: 1 },
  '& input': { position: 'absolute', inset: 0, opacity: 0, m: 0, cursor: 'inherit' },
};
