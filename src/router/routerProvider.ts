import { useEvent, type RouterNavigateFunction, type RouterProvider } from 'react-admin';
import { matchPath, Navigate, useInRouterContext, useLocation, useMatch, useNavigate } from 'react-router-dom';
import { useGuardedHistory } from './GuardedHistoryContext.ts';
import { Link } from './Link.tsx';
import { useBlocker } from './useBlocker.ts';

/** Stays the same at each step, unlike react-router's: nothing that only leads elsewhere is drawn anew. */
function useStableNavigate(): RouterNavigateFunction {
  const navigate = useNavigate();
  return useEvent((...[to, options]: Parameters<RouterNavigateFunction>) => {
    if (typeof to === 'number') void navigate(to);
    else void navigate(to, options);
  });
}

/** The console's pages are those of the menu, and are found by src/ConsoleRoutes.tsx. */
function noRoutes(): never {
  throw new Error('react-admin has no routes of its own here.');
}

/** What react-admin asks of a router. Its own provider would bring along react-router's data router, half of all of it. */
export const routerProvider: RouterProvider = {
  ...{ Link, Navigate, matchPath },
  ...{ useBlocker, useInRouterContext, useLocation, useMatch },
  useNavigate: useStableNavigate,
  ...{ Outlet: noRoutes, Route: noRoutes, Routes: noRoutes, useParams: noRoutes },
  useCanBlock: () => useGuardedHistory() !== null,
  RouterWrapper: ({ children }) => children,
};
