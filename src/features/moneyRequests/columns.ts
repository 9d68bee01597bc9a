/** One column to read and fill in, with the figures beside it where there is room, and amid it where there is not. */
export const columns = {
  display: 'grid',
  alignItems: 'start',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 640px) 320px' },
  gridTemplateAreas: { xs: '"main" "summary" "more"', lg: '"main summary" "more summary"' },
  gridTemplateRows: { lg: 'auto 1fr' },
  maxWidth: { xs: 640, lg: 'none' },
};
