import { useMemo, useSyncExternalStore, type ContextType, type ReactNode } from 'react';
import {
  type createMemoryRouter,
  UNSAFE_DataRouterContext as RouterContext,
  UNSAFE_DataRouterStateContext as RouterStateContext,
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_NavigationContext as NavigationContext,
  UNSAFE_RouteContext as RouteContext,
} from 'react-router-dom';

interface OwnRouterProps {
  router: ReturnType<typeof createMemoryRouter>;
  children: ReactNode;
}

/**
 * Gives a part of a page its own addresses, so that nothing in it changes the browser's. react-router's `RouterProvider`, which
 * provides the same contexts, refuses to be inside another one.
 */
export function OwnRouter({ router, children }: OwnRouterProps) {
  const state = useSyncExternalStore(router.subscribe, () => router.state);
  const { location, historyAction } = state;
  const contexts = useMemo(() => routerContexts(router), [router]);
  const place = useMemo(() => ({ location, navigationType: historyAction }), [location, historyAction]);
  return (
    <RouterContext value={contexts.router}>
      <RouterStateContext value={state}>
        <NavigationContext value={contexts.navigation}>
          <LocationContext value={place}>
            <RouteContext value={NO_ROUTE}>{children}</RouteContext>
          </LocationContext>
        </NavigationContext>
      </RouterStateContext>
    </RouterContext>
  );
}

const NO_ROUTE: ContextType<typeof RouteContext> = { outlet: null, matches: [], isDataRoute: false };

function routerContexts(router: OwnRouterProps['router']) {
  type Navigation = ContextType<typeof NavigationContext>;
  const navigator: Navigation['navigator'] = {
    createHref: router.createHref,
    encodeLocation: router.encodeLocation,
    go: (delta) => void router.navigate(delta),
    push: (to, state: unknown) => void router.navigate(to, { state }),
    replace: (to, state: unknown) => void router.navigate(to, { state, replace: true }),
  };
  const shared = { basename: '/', navigator, static: false };
  const navigation: Navigation = { ...shared, useTransitions: false, future: {} };
  return { router: { ...shared, router }, navigation };
}
