export const frame = {
  width: 18,
  height: 18,
  viewBox: '0 0 24 24',
  fill: 'currentColor',
  'aria-hidden': true,
} as const;

// Created once, because an icon component for each row would slow down page changes.
export const expandIcon = (
  <svg {...frame}>
    <path d="M8.6 16.6 13.2 12 8.6 7.4 10 6l6 6-6 6z" />
  </svg>
);
export const rowMenuIcon = (
  <svg {...frame}>
    <path d="M6 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4m6 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4m6 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4" />
  </svg>
);
export const sortIcon = (
  <svg {...frame} width={16} height={16}>
    <path d="m4 12 1.4 1.4L11 7.8V20h2V7.8l5.6 5.6L20 12l-8-8z" />
  </svg>
);
