/** One column for the form, with the figures next to it on wide screens and within it on narrow ones. */
export const formColumns = {
  display: 'grid',
  alignItems: 'start',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 640px) 320px' },
  gridTemplateAreas: { xs: '"main" "summary" "more"', lg: '"main summary" "more summary"' },
  gridTemplateRows: { lg: 'auto 1fr' },
  maxWidth: { xs: 640, lg: 'none' },
};
