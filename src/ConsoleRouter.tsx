import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { createBrowserRouter, RouterProvider, useRouteError } from 'react-router';

const Content = createContext<ReactNode>(null);

function Everything() {
  return useContext(Content);
}

/** What no page has caught is not the router's to catch. */
function Rethrow(): never {
  throw useRouteError();
}

/**
 * The browser's address for all below. A form with unsaved changes asks before its page is left, also by the browser's
 * own way back, and react-router lets it do so only under a router that owns the history; there is one route for all.
 */
export function ConsoleRouter({ children }: { children: ReactNode }) {
  const [router] = useState(() =>
    createBrowserRouter([{ path: '*', element: <Everything />, errorElement: <Rethrow /> }]),
  );
  useEffect(() => () => router.dispose(), [router]);
  return (
    <Content value={children}>
      <RouterProvider router={router} />
    </Content>
  );
}
