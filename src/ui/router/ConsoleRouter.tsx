import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { createBrowserRouter, RouterProvider, useRouteError, type RouteObject } from 'react-router-dom';

type Router = ReturnType<typeof createBrowserRouter>;

const ContentContext = createContext<ReactNode>(null);

function Content() {
  return use(ContentContext);
}

/** Rethrows failures to the console's own error boundaries, in place of react-router's error page. */
function PassOn(): never {
  throw useRouteError();
}

/**
 * A single catch-all route. react-admin creates the routes of the pages from the menu, which can change during a
 * session.
 */
const ROUTES: RouteObject[] = [{ path: '*', Component: Content, ErrorBoundary: PassOn }];

interface ConsoleRouterProps {
  children: ReactNode;
  /** Tests pass an in-memory router. */
  createRouter?: (routes: RouteObject[]) => Router;
}

/** Provides the browser's address. Uses react-router's data router, which can block navigation from an unsaved form. */
export function ConsoleRouter({ children, createRouter = createBrowserRouter }: ConsoleRouterProps) {
  const [router] = useState(() => createRouter(ROUTES));
  useEffect(() => () => router.dispose(), [router]);
  return (
    <ContentContext value={children}>
      {/* With transitions, React would render in slices and show frames of the previous page in between. */}
      <RouterProvider router={router} useTransitions={false} />
    </ContentContext>
  );
}
