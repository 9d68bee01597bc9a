import { useLocation } from 'react-router-dom';
import { builtInPages } from './builtInPages.tsx';
import { useConsole } from './ConsoleContext.ts';
import { useLabel } from './layout/useLabel.ts';
import { onDemand } from './loading/onDemand.tsx';
import { ownAddress } from './menu/address.ts';
import type { MenuRoute } from './menu/routeTable.ts';

const UnknownPage = onDemand(async () => (await import('./pages/notFound/UnknownPage.tsx')).UnknownPage);

/** The page that a menu entry names, one written by hand. */
export function HandWrittenPage({ route: { page, pattern, title } }: { route: MenuRoute }) {
  const { items } = useConsole();
  const label = useLabel();
  const { pathname } = useLocation();
  const Page = page === null ? undefined : builtInPages.get(page);
  if (!Page) return <UnknownPage component="" />;
  return <Page items={items} address={ownAddress(pattern, pathname)} title={label(title)} />;
}
