import { Route, Routes } from 'react-router';
import { builtInPages } from './builtInPages.ts';
import { useLabel } from './layout/useLabel.ts';
import type { OpenPage } from './menu/resolveAddress.ts';
import type { SidebarItem } from './menu/sidebar.ts';
import { UnknownPage } from './pages/notFound/UnknownPage.tsx';
import { ResourcePage } from './views/ResourcePage.tsx';

interface PageViewProps {
  page: OpenPage;
  items: readonly SidebarItem[];
}

/** The open page: one written by hand, or a declared resource with its records. */
export function PageView({ page: { route, address }, items }: PageViewProps) {
  const label = useLabel();
  if (route.page === null) return <UnknownPage component="" />;
  const BuiltIn = builtInPages.get(route.page);
  if (BuiltIn) return <BuiltIn items={items} address={address} />;
  const resource = (
    <ResourcePage name={route.page} basePath={address} permissions={route.permissions} title={label(route.title)} />
  );
  return (
    <Routes>
      <Route path={`${route.pattern}/*`} element={resource} />
    </Routes>
  );
}
