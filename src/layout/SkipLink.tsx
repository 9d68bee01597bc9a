import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';

export const MAIN_ID = 'main';

/** The first stop of the keyboard: past the menu to the page. */
export function SkipLink() {
  const translate = useTranslate();
  return (
    <Box
      component="a"
      href={`#${MAIN_ID}`}
      onClick={(event) => {
        // An address with a hash would be another page to the router.
        event.preventDefault();
        document.getElementById(MAIN_ID)?.focus();
      }}
      sx={{
        position: 'fixed',
        top: 8,
        left: 8,
        zIndex: 'tooltip',
        px: 2,
        py: 1,
        borderRadius: 0.5,
        color: 'primary.main',
        backgroundColor: 'background.paper',
        boxShadow: 4,
        '&:not(:focus)': { clipPath: 'inset(50%)', width: '1px', height: '1px', p: 0, overflow: 'hidden' },
      }}
    >
      {translate('shell.skip_to_content')}
    </Box>
  );
}
