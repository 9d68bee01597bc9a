import Search from '@mui/icons-material/Search';
import { IconButton } from '@mui/material';
import { useTranslate } from 'react-admin';
import { usePalette } from './PaletteContext.ts';

/** The way to the palette where there is neither a keyboard nor room for a field. */
export function PaletteButton() {
  const translate = useTranslate();
  const { open } = usePalette();
  return (
    <IconButton
      aria-label={translate('palette.name')}
      aria-haspopup="dialog"
      onClick={open}
      sx={{ color: 'text.secondary' }}
    >
      <Search fontSize="small" />
    </IconButton>
  );
}
