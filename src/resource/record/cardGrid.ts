/** Cards side by side where there is room for two, each as tall as it needs to be. */
export const cardGrid = {
  columns: '2 400px',
  columnGap: 2,
  '& > *': { breakInside: 'avoid', mb: 2 },
};
