import { Box, Button, Typography, Alert, AlertTitle } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from '@merchant-console/ra-declared/internal';

const TEXTS = {
  404: { title: 'notFound.title', text: 'notFound.text' },
  401: { title: 'notFound.forbidden_title', text: 'notFound.forbidden_text' },
} as const;

type Status = keyof typeof TEXTS;

/** Text key of the page's title. */
export function statusTitle(status: Status): string {
  return TEXTS[status].title;
}

/** /404 and /401: full screen, without menu and header. */
export function StatusPage({ status }: { status: Status }) {
  const translate = useTranslate();
  return (
    <Box component="main" sx={{ minHeight: '100dvh', display: 'grid', placeContent: 'center', p: 3 }}>
      <Box sx={{ maxWidth: 480 }}>
        <Typography aria-hidden sx={{ fontSize: '4rem', fontWeight: 700, lineHeight: 1, color: 'primary.main' }}>
          {status}
        </Typography>
        <Typography component="h1" variant="h4" sx={{ mt: 2 }}>
          {translate(TEXTS[status].title)}
        </Typography>
        <Typography color="text.secondary" sx={{ mt: 1, mb: 4 }}>
          {translate(TEXTS[status].text)}
        </Typography>
        <Button component={Link} to="/" variant="contained">
          {translate('notFound.back_to_dashboard')}
        </Button>
      </Box>
    </Box>
  );
}

/** Shown for a menu entry whose page doesn't exist. */
export function UnknownPage({ component }: { component: string }) {
  const translate = useTranslate();
  return (
    <Alert severity="warning">
      <AlertTitle component="h1">{translate('pageProblem.title')}</AlertTitle>
      {translate('pageProblem.text', { component })}
    </Alert>
  );
}
