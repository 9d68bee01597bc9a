import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { createBrowserRouter, RouterProvider, useRouteError, type RouteObject } from 'react-router-dom';

type Router = ReturnType<typeof createBrowserRouter>;

const RouterContext = createContext<Router | null>(null);
const ContentContext = createContext<ReactNode>(null);

/** For what follows or changes the address without being drawn anew at each step, as react-router's hooks are. */
export function useRouter(): Router {
  const router = use(RouterContext);
  if (router === null) throw new Error('useRouter needs a ConsoleRouter above it');
  return router;
}

function Content() {
  return use(ContentContext);
}

/** Failures are shown where the console shows them, not by react-router's own page. */
function PassOn(): never {
  throw useRouteError();
}

/** The pages of the console are those of the menu, which changes while people work: react-admin's routes are made from it. */
const ROUTES: RouteObject[] = [{ path: '*', Component: Content, ErrorBoundary: PassOn }];

interface ConsoleRouterProps {
  children: ReactNode;
  /** Tests have a router of their own, in memory. */
  createRouter?: (routes: RouteObject[]) => Router;
}

/** The browser's address for all below. react-router's data router can hold a step back for a form that isn't saved. */
export function ConsoleRouter({ children, createRouter = createBrowserRouter }: ConsoleRouterProps) {
  const [router] = useState(() => createRouter(ROUTES));
  useEffect(() => () => router.dispose(), [router]);
  return (
    <RouterContext value={router}>
      <ContentContext value={children}>
        {/* A transition would be drawn in slices, with frames of the page before between them. */}
        <RouterProvider router={router} useTransitions={false} />
      </ContentContext>
    </RouterContext>
  );
}
