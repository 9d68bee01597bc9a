import { cardPadding } from '../cardPadding.ts';

/** Style of a bar with a form's buttons, which stays visible at the bottom of the page. */
export const stickyBar = {
  position: 'sticky',
  bottom: { xs: 0, sm: 16 },
  zIndex: 'appBar',
  mx: { xs: -2.5, sm: 0 },
  px: cardPadding,
  py: 1.5,
  backgroundColor: 'background.paper',
  border: 1,
  borderColor: 'divider',
  borderWidth: { xs: '1px 0 0', sm: 1 },
  borderRadius: { xs: 0, sm: 1 },
  boxShadow: 2,
} as const;
