import { useEffect, useEffectEvent } from 'react';
import type { Label } from '#shared/i18n/label.ts';
import { usePalette } from './layout/palette/PaletteContext.ts';
import type { Resolution } from './menu/resolveAddress.ts';

/** Lets the palette offer the record that is open, once its name is known; a form is not what one comes back to. */
export function useRecentRecord(resolution: Resolution, title: Label | null): void {
  const { recent } = usePalette();
  const to = resolution.kind === 'page' ? `${resolution.address}/${resolution.rest}` : null;
  const remember = useEffectEvent(() => {
    if (resolution.kind !== 'page' || !resolution.rest.endsWith('/show')) return;
    // The words of a record stand for every language; what has a key is something that is done.
    if (to === null || title === null || typeof title === 'string') return;
    recent.add({ to, title: title.en ?? '', page: resolution.route.title, icon: resolution.route.icon });
  });
  useEffect(() => remember(), [to, title]);
}
