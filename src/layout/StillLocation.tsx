import type { ReactNode } from 'react';
import { NavigationType, UNSAFE_LocationContext as LocationContext } from 'react-router-dom';

/** No link leads here: one that did would replace the page it is on instead of following it. */
const STILL = {
  location: { pathname: '/', search: '', hash: '#still', state: null, key: 'default' },
  navigationType: NavigationType.Pop,
};

/**
 * For what leads to whole addresses only, such as the menu. Each link follows the browser's address, to know what a part of
 * one would mean; in here there is nothing to follow, and fifty links need not be drawn anew at each step.
 */
export function StillLocation({ children }: { children: ReactNode }) {
  return <LocationContext value={STILL}>{children}</LocationContext>;
}
