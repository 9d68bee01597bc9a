const frame = { width: 18, height: 18, viewBox: '0 0 24 24', fill: 'currentColor', 'aria-hidden': true } as const;

// Made once: an icon component per row is what a page change would wait for.
export const expandIcon = (
  <svg {...frame}>
    <path d="M8.6 16.6 13.2 12 8.6 7.4 10 6l6 6-6 6z" />
  </svg>
);
export const menuIcon = (
  <svg {...frame}>
    <path d="M6 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4m6 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4m6 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4" />
  </svg>
);
