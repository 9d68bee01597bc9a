import { GlobalStyles } from '@mui/material';

/** Marks content that is printed alone, as `data-printed`. */
export const PRINTED = { 'data-printed': '' };

/** Prints only what is marked, black on white, on as many pages as it needs. */
export function PrintStyles() {
  return <GlobalStyles styles={styles} />;
}

/** A page behind another tab isn't in the document, so these styles don't apply to it. */
const body = 'body:has([data-printed])';

const styles = {
  '@media print': {
    '@page': {
      // No paper size, so that both A4 and Letter are filled.
      margin: '14mm 12mm 16mm',
      '@bottom-right': { content: 'counter(page) " / " counter(pages)' },
    },
    [`${body} *:not([data-printed], [data-printed] *):not(:has([data-printed]))`]: { display: 'none !important' },
    [`${body}, ${body} *:has([data-printed])`]: {
      display: 'block !important',
      position: 'static !important',
      overflow: 'visible !important',
      margin: '0 !important',
      padding: '0 !important',
      border: '0 !important',
      maxWidth: 'none !important',
      background: '#fff !important',
    },
    [`${body} [data-printed]`]: { border: '0 !important', padding: '0 !important', fontSize: '9pt' },
    [`${body} [data-printed], ${body} [data-printed] *`]: {
      color: '#000 !important',
      borderColor: '#999 !important',
      boxShadow: 'none !important',
      backgroundColor: 'transparent !important',
      overflow: 'visible !important',
    },
    // Links and buttons don't work on paper.
    [`${body} [data-printed] a`]: { textDecoration: 'none !important' },
    [`${body} [data-printed] button`]: { display: 'none !important' },
    [`${body} [data-printed] table`]: { breakInside: 'auto' },
    [`${body} [data-printed] th, ${body} [data-printed] td`]: { fontSize: '8.5pt', padding: '3pt 4pt !important' },
    [`${body} [data-printed] thead`]: { display: 'table-header-group' },
    [`${body} [data-printed] tr, ${body} [data-printed] [data-whole]`]: { breakInside: 'avoid' },
    [`${body} [data-printed] h2, ${body} [data-printed] h3`]: { breakAfter: 'avoid' },
    [`${body} [data-unprinted]`]: { display: 'none !important' },
  },
};
