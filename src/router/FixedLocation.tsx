import { useMemo, type ReactNode } from 'react';
import { NavigationType, UNSAFE_LocationContext as LocationContext, type Location } from 'react-router-dom';

/**
 * A page that is kept behind its tab: `location` is the address that it had, and nothing in it is drawn anew when the
 * browser's changes. `<Routes location>` gives the same context but follows the browser's address; react-router has no
 * public part that doesn't, so this is the one place that uses what it marks as unsafe.
 */
export function FixedLocation({ location, children }: { location: Location; children: ReactNode }) {
  const value = useMemo(() => ({ location, navigationType: NavigationType.Pop }), [location]);
  return <LocationContext value={value}>{children}</LocationContext>;
}
