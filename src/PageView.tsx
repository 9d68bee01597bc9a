import { builtInPages } from './builtInPages.tsx';
import { useLabel } from './layout/useLabel.ts';
import { onDemand } from './loading/onDemand.tsx';
import type { OpenPage } from './menu/resolveAddress.ts';
import type { SidebarItem } from './menu/sidebar.ts';
import { ResourcePage } from './views/ResourcePage.tsx';

const UnknownPage = onDemand(async () => (await import('./pages/notFound/UnknownPage.tsx')).UnknownPage);

interface PageViewProps {
  page: OpenPage;
  items: readonly SidebarItem[];
}

/** The open page: one written by hand, or a declared resource with its records. */
export function PageView({ page: { route, address }, items }: PageViewProps) {
  const label = useLabel();
  if (route.page === null) return <UnknownPage component="" />;
  const BuiltIn = builtInPages.get(route.page);
  if (BuiltIn) return <BuiltIn items={items} address={address} title={label(route.title)} />;
  return (
    <ResourcePage name={route.page} basePath={address} permissions={route.permissions} title={label(route.title)} />
  );
}
