import { alpha, type Theme } from '@mui/material';

const COVERS = ['left', 'right'].map(
  (side) => `linear-gradient(to ${side}, transparent, var(--cover) 70%) ${side} / 48px 100% no-repeat local`,
);
const SHADES = ['left', 'right'].map(
  (side) => `linear-gradient(to ${side}, transparent, var(--shade)) ${side} / 16px 100% no-repeat scroll`,
);

/**
 * Shades the sides on which a wide table continues, so that a cut number isn't taken for a whole one. The covers move
 * with the content and hide the shades at its ends.
 */
export const scrollShades = {
  '--cover': ({ palette }: Theme) => palette.background.paper,
  // A light shade on a dark table is glaring sooner than a dark one on a light table.
  '--shade': ({ palette }: Theme) => alpha(palette.text.primary, palette.mode === 'dark' ? 0.2 : 0.35),
  background: [...COVERS, ...SHADES].join(', '),
  '@media print': { background: 'none' },
} as const;
