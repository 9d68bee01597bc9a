import { useEffect, useState } from 'react';
import { useEvent } from 'react-admin';
import { Navigate } from 'react-router-dom';
import { useConsole } from '#console/app/ConsoleContext.ts';
import type { Place } from '../menu/resolveAddress.ts';
import { buildRouteTable } from '../menu/routeTable.ts';
import { resolvePlace } from './useOpenPages.ts';

/**
 * Redirects to `to`. Looks at the server's menu before it leads an unknown address to /404, because the page may have
 * been granted while the user was away. The menu then opens the page, and this component is gone.
 */
export function Redirect({ place, to }: { place: Place; to: string }) {
  const { lookAtMenu } = useConsole();
  const [isSure, setSure] = useState(to !== '/404');
  const look = useEvent(async () => {
    const tree = await lookAtMenu();
    const found = resolvePlace(buildRouteTable(tree), place);
    if (found.kind === 'redirect' && found.to === to) setSure(true);
  });
  useEffect(() => {
    if (!isSure) void look();
  }, [isSure, look]);
  return isSure ? <Navigate to={to} replace /> : null;
}
