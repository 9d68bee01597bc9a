import { contrast, mix } from './contrast.ts';
import { hslOf } from './hsl.ts';
import { fitted } from './primaryColors.ts';

/** WCAG asks 3 of what is no text. */
const ENOUGH = 3.1;
const STEP = 0.005;
const SHARE = 0.2;

/** The chosen colour in the sidebar, which is dark in both schemes: the current row's mark, and its ground. */
export function sidebarAccents(color: string, background: string): { accent: string; active: string } {
  const tint = (shade: string) => mix(shade, background, SHARE);
  const accent = fitted(hslOf(color), STEP, (shade) => contrast(shade, tint(shade)) >= ENOUGH);
  return { accent, active: tint(accent) };
}
